// papertray.toml(5): both kinds of file, all keys, and the options of every step as rules write them.

import Documents
import Settings

extension Manual {
    static var configuration: ManualPage {
        ManualPage(
            name: "papertray.toml", section: 5,
            purpose: "settings of the document service and of its folders",
            blocks: introduction + [.section("SETTINGS")]
                + SettingsReference.sections.flatMap(\.manualBlocks) + outputNames + steps + recognisedText
                + together
                + surroundings + seeAlso("papertray.toml"))
    }

    private static var introduction: [ManualBlock] {
        [
            .section("SYNOPSIS"),
            .synopsis("/etc/papertray/papertray.toml"),
            .synopsis("/etc/papertray/folders.d/NAME.toml"),
            .section("DESCRIPTION"),
            .paragraph(
                "The configuration of `papertrayd`(8) is a directory with `papertray.toml`, about the service, and "
                    + "`folders.d`, which has a file for each folder and is read in the order of the names. All are "
                    + "TOML. A key that does not exist, a wrong value and an unsafe arrangement, such as an outbox "
                    + "inside an inbox, are mistakes; `papertray check` shows each with file, line and column. "
                    + "`papertray reload` makes changes count; a configuration with mistakes is not taken, and the one "
                    + "before it stays in force."),
            .paragraph(
                "The files must not lie below a data folder, and nobody but root and the service's user may be able "
                    + "to write them."),
            .paragraph(
                "Editors that know JSON Schema can check and complete both files: see `papertray schema`."),
        ]
    }

    private static var outputNames: [ManualBlock] {
        let names = OutputTemplate.variableNames.map { "`{\($0)}`" }.joined(separator: ", ")
        return [
            .section("OUTPUT NAMES"),
            .paragraph(
                "A rule's `output` is a path below the outbox in which variables stand for: \(names). A date takes a "
                    + "form such as `{date:yyyy-MM}`; the variables that are numbers take a width such as "
                    + "`{counter:03}`. Names are cleaned of what a file system cannot hold and cut to 255 bytes."
            ),
        ]
    }

    private static var steps: [ManualBlock] {
        [
            .section("STEPS"),
            .paragraph(
                "An element of a rule's `step` is a table: `do` names the step, the other keys are its options. "
                    + "Pictures become PDF by themselves before a step that needs one."),
        ] + StepCatalogue.all.flatMap(\.manualBlocks)
    }

    private static var together: [ManualBlock] {
        [
            .section("FILES THAT BELONG TOGETHER"),
            .subsection("Batches"),
            .paragraph(
                "With `batch` = \"directory\" every folder that is dropped into the inbox is one job with all files "
                    + "below it; it is taken when nothing in it has changed for the settle time and no name in it is "
                    + "still in progress. With \"group:{stem}-*\" the files of one folder whose names, without their "
                    + "suffix, share what stands at `{stem}` are one job. The first rule that takes every document of "
                    + "a batch takes it. A document that fails is set apart as a job of its own and goes to the "
                    + "quarantine, and the others go on; `papertray retry --failed JOB` tries those again."),
            .subsection("Companions"),
            .paragraph(
                "`form.pdf.xfdf`, `.fdf`, `.json` and `.csv` travel with `form.pdf`: they are taken with it and lie "
                    + "beside it in the archive or the quarantine. Drop the companion first, or both at once; one whose "
                    + "document does not come goes to the quarantine as `incomplete`."),
            .subsection("Tickets"),
            .paragraph(
                "With `tickets` = true `scan.pdf.toml` changes options of steps for `scan.pdf` alone. It holds a table "
                    + "for each step; with `ticket` = \"steps\" in the rule, its steps take the place of the rule's. A "
                    + "ticket with a mistake, or in a folder that takes none, sends its document to the quarantine as "
                    + "`invalid-ticket`: nothing is done in another way than the dropper asked for."),
            .example("[ocr]\nlanguages = [\"chi_tra\"]"),
            .subsection("Done-files"),
            .paragraph(
                "With `done_file` = \"{name}.done\" a document waits until `scan.pdf.done` is there too, as scanners "
                    + "and transfer programs make it; \"{stem}.ok\" leaves the suffix out. With `batch` = \"directory\" "
                    + "the name stands for the folder, or is fixed and lies in it."),
        ]
    }

    private static var surroundings: [ManualBlock] {
        [
            .section("FILES"),
            .item("/etc/papertray/papertray.toml", "Settings of the whole service."),
            .item("/etc/papertray/folders.d/*.toml", "A file for each folder."),
            .item(
                "/etc/papertray/secrets.toml",
                "Passwords and keys that the others name as `secret:NAME`; mode 0600, of the service's user."),
            .section("EXAMPLES"),
            .paragraph("A folder that files scanned invoices by month and passes everything else through:"),
            .example(
                """
                [folder]
                name = "invoices"
                settle = "5s"
                limits = { pages = 200, time = "10m" }

                [[rule]]
                name = "scanned invoices"
                match = { type = ["pdf", "image"], name = "*invoice*", pages = "1..50" }
                step = [{ do = "ocr", languages = ["chi_sim", "eng"] }]
                output = "{date:yyyy-MM}/{stem}.pdf"

                [[rule]]
                name = "rest"
                step = []
                """),
        ]
    }
}

extension SettingsReference.Section {
    fileprivate var manualBlocks: [ManualBlock] {
        [.subsection(title), .paragraph(summary.sentence)]
            + keys.filter(\.isAvailable).map(\.manualItem)
    }
}

extension SettingsReference.Key {
    fileprivate var manualItem: ManualBlock {
        let standard = defaultNote ?? defaultValue.map { "`\($0)`" }
        let allowed =
            switch shape {
            case .section(let name): "See the keys of `\(name)` below."
            case .steps: "See the steps below."
            default: expectation.sentence
            }
        let parts = [help.sentence, allowed, standard.map { "Default: \($0)." } ?? ""]
        return .item(name, parts.filter { !$0.isEmpty }.joined(separator: " "))
    }
}

extension StepDeclaration {
    fileprivate var manualBlocks: [ManualBlock] {
        let items = options.map { option in
            let standard = option.defaultValue.map { " Default: `\($0.toml)`." } ?? ""
            return ManualBlock.item(
                option.name, "\(option.help.sentence) \(option.kind.expectation.sentence)\(standard)")
        }
        return [.subsection(name), .paragraph(summary.sentence)] + items
    }
}

extension OptionValue {
    /// The value as TOML.
    fileprivate var toml: String {
        switch self {
        case .boolean, .integer, .number: written
        case .text(let value): "\"\(value)\""
        case .list(let values): "[" + values.map(\.toml).joined(separator: ", ") + "]"
        }
    }
}
