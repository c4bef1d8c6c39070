// From words to a checked command line. Long options take their value after a space or an equals sign; a boolean is
// `--name` or `--no-name`; `--` ends the options.

import Documents

extension CommandDeclaration {
    func parse(_ words: [String]) throws(UsageMistake) -> ParsedArguments {
        var parsed = ParsedArguments()
        var rest = words[...]
        var areOptionsOver = false
        while let word = rest.popFirst() {
            if areOptionsOver || word == "-" || !word.hasPrefix("-") {
                parsed.operands.append(word)
            } else if word == "--" {
                areOptionsOver = true
            } else {
                try parse(option: word, &rest, into: &parsed)
            }
        }
        if parsed.isSet(CommonOption.help) { return parsed }
        guard operandCount.contains(parsed.operands.count) else {
            throw UsageMistake(
                parsed.operands.count < operandCount.lowerBound
                    ? "\(operands) is missing" : "too many operands")
        }
        return parsed
    }

    private func parse(
        option word: String, _ rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
    ) throws(UsageMistake) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let (option, isNegated) = try find(parts[0])
        if option.kind == .boolean {
            guard parts.count == 1 else { throw UsageMistake("\(parts[0]) takes no value") }
            parsed.options[option.name] = .boolean(!isNegated)
            return
        }
        guard let text = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw UsageMistake("\(parts[0]) needs a value: \(option.kind.expectation)")
        }
        do {
            parsed.options[option.name] = try option.kind.parse(text)
        } catch {
            throw UsageMistake("--\(option.flag): \(error.message)")
        }
    }

    private func find(_ word: String) throws(UsageMistake) -> (option: OptionDeclaration, isNegated: Bool) {
        let isLong = word.hasPrefix("--")
        let name = isLong ? String(word.dropFirst(2)) : CommonOption.short[String(word.dropFirst())] ?? ""
        if let option = allOptions.first(where: { $0.flag == name }) { return (option, false) }
        if name.hasPrefix("no-"), let option = allOptions.first(where: { $0.flag == name.dropFirst(3) }),
            option.kind == .boolean
        {
            return (option, true)
        }
        let hint = nearest(to: name, among: allOptions.map(\.flag)).map { "; did you mean --\($0)?" } ?? ""
        throw UsageMistake("there is no option \(word)\(hint)")
    }
}
