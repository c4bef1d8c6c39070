// papertray(1): the commands.

import Documents

extension Manual {
    static var papertray: ManualPage {
        let steps = Set(StepCatalogue.all.map(\.name))
        let declarations = CommandTable.declarations
        return ManualPage(
            name: "papertray", section: 1,
            purpose: "ask and direct the document service, or do one document at once",
            blocks: introduction
                + [.section("COMMANDS"), .paragraph("Commands for the service and its configuration:")]
                + declarations.filter { !steps.contains($0.name) }.map(\.manualItem)
                + [.section("STEPS"), .paragraph(stepsIntroduction)]
                + declarations.filter { steps.contains($0.name) }.map(\.manualItem)
                + [.section("OPTIONS"), .paragraph("Every command has these options.")]
                + CommonOption.all.map(\.manualItem)
                + [.paragraph(optionForms)]
                + exitStatus(ExitCode.allCases) + surroundings + seeAlso("papertray"))
    }

    private static var introduction: [ManualBlock] {
        [
            .section("SYNOPSIS"),
            .synopsis("papertray COMMAND [options] [OPERAND...]"),
            .synopsis("papertray STEP [options] INPUT... -o OUTPUT"),
            .synopsis("papertray COMMAND --help"),
            .synopsis("papertray --version"),
            .section("DESCRIPTION"),
            .paragraph(
                "Papertray watches folders and does with every document dropped there what the folder's rules say. "
                    + "The service is `papertrayd`(8); `papertray` shows what it is doing, explains what became of "
                    + "a document, and gives it orders. It asks the service through a socket in the service's state "
                    + "directory, so it needs the permissions of that socket: by default root, the service's user "
                    + "and the members of its group have them."),
            .paragraph(
                "Each step that rules can have is a command too. Such a command needs no service and no "
                    + "configuration: it starts confined workers of its own, checks their result in the same way, "
                    + "and never overwrites a file."),
        ]
    }

    private static let stepsIntroduction =
        "One document at once, without the service. With one `INPUT`, `OUTPUT` is the file to make; with several, or "
        + "where it is a folder already, the results get the names of their inputs in that folder."

    private static let optionForms =
        "The value of an option follows after a space or after `=`. A list has commas between its elements. An option "
        + "that is on or off is written `--name` or `--no-name`. `--` ends the options. Commands that have `--json` "
        + "print the same facts for programs."

    private static var surroundings: [ManualBlock] {
        [
            .paragraph(
                "What went wrong is written to standard error as `papertray: CODE: SENTENCE`, with the advice in the "
                    + "next line."),
            .section("ENVIRONMENT"), configurationVariable, tessdataVariable,
            .item("TMPDIR", "Where one document at once is worked on, where it is not `/tmp`."),
            .item("NO_COLOR", "Where it is set, no colours are printed."),
            .section("FILES"),
            .item("/etc/papertray/papertray.toml", "Settings of the whole service; see `papertray.toml`(5)."),
            .item("/etc/papertray/folders.d/", "A file for each folder, with its rules."),
            .item("/var/lib/papertray/control.sock", "The service's socket, in its state directory."),
            .section("EXAMPLES"),
            .paragraph("Make a scan searchable, with Chinese as its main language:"),
            .example("papertray ocr scan.jpg -o scan.pdf --languages chi_sim,eng"),
            .paragraph("Make a photographed page even, level and small:"),
            .example("papertray enhance photo.jpg -o page.pdf --color auto --deskew --crop auto"),
            .paragraph("Find mistakes in the configuration, then make it count:"),
            .example("papertray check && papertray reload"),
            .paragraph("See why a file is not taken, or which rule takes it:"),
            .example("papertray trace invoice-17.pdf\npapertray plan --folder invoices invoice-17.pdf"),
            .paragraph("Try everything in the quarantine of one folder again:"),
            .example(
                "papertray jobs --folder invoices --state quarantined --json |\n"
                    + "    jq -r '.[].id' | xargs -n 1 papertray retry"),
            .paragraph(
                "Prove that nothing is lost, in a nightly job. Results that people have taken out of an outbox are "
                    + "noted and are no finding; `--strict` counts them too:"),
            .example("papertray audit || echo 'papertray: something is missing' | mail -s audit root"),
        ]
    }
}
