// Completion scripts, from the declarations.

import Documents

enum Completion {
    static var bash: String {
        let cases = CommandTable.declarations.map { declaration in
            "        \(declaration.name)) words=\"\(declaration.flags.joined(separator: " "))\" ;;"
        }
        return """
            # bash completion of papertray
            _papertray() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=
                case $previous in
            \(choices { "        --\($0)) COMPREPLY=($(compgen -W \"\($1.joined(separator: " "))\" -- \"$current\")); return ;;" })
                esac
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "\(names.joined(separator: " "))" -- "$current"))
                    return
                fi
                case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                esac
                case $current in
                    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
                    *) COMPREPLY=($(compgen -f -- "$current")) ;;
                esac
            }
            complete -o filenames -F _papertray papertray
            """
    }

    static var zsh: String {
        "#compdef papertray\nautoload -U +X bashcompinit && bashcompinit\n" + bash
    }

    static var fish: String {
        let commands = CommandTable.declarations.map {
            "complete -c papertray -n __fish_use_subcommand -a \($0.name) -d '\(quoted($0.summary))'"
        }
        let options = CommandTable.declarations.flatMap { declaration in
            declaration.allOptions.map { option in
                let flag = (option.defaultValue == .boolean(true) ? "no-" : "") + option.flag
                let values =
                    option.kind.choices.isEmpty
                    ? "" : " -x -a '\(option.kind.choices.joined(separator: " "))'"
                return "complete -c papertray -n '__fish_seen_subcommand_from \(declaration.name)' -l \(flag)"
                    + "\(values) -d '\(quoted(option.help))'"
            }
        }
        return (["# fish completion of papertray"] + commands + options).joined(separator: "\n")
    }

    private static var names: [String] { CommandTable.declarations.map(\.name) }

    /// A line for every option that has a closed set of values; the same flag of several commands is joined.
    private static func choices(_ line: (String, [String]) -> String) -> String {
        var values: [String: [String]] = [:]
        for option in CommandTable.declarations.flatMap(\.allOptions) where !option.kind.choices.isEmpty {
            values[option.flag, default: []] += option.kind.choices.filter {
                values[option.flag]?.contains($0) != true
            }
        }
        return values.sorted { $0.key < $1.key }.map { line($0.key, $0.value) }.joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        String(text.flatMap { $0 == "'" ? Array("\\'") : [$0] })
    }
}

extension CommandDeclaration {
    fileprivate var flags: [String] {
        allOptions.flatMap { $0.kind == .boolean ? ["--\($0.flag)", "--no-\($0.flag)"] : ["--\($0.flag)"] }
    }
}

extension OptionKind {
    /// The closed set of values, empty where there is none.
    fileprivate var choices: [String] {
        switch self {
        case .choice(let choices): choices
        case .list(let element, _): element.choices
        default: []
        }
    }
}
