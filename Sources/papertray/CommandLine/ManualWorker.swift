// papertray-worker(8): the process that parses documents.

import Documents

extension Manual {
    static var worker: ManualPage {
        ManualPage(
            name: "papertray-worker", section: 8, purpose: "parse and change documents, confined",
            blocks: introduction + confinement + surroundings + seeAlso("papertray-worker"))
    }

    private static var introduction: [ManualBlock] {
        [
            .section("SYNOPSIS"),
            .synopsis("papertray-worker --jobs DIR [TESSDATA]"),
            .synopsis("papertray-worker --prove OWN OTHER PID"),
            .section("DESCRIPTION"),
            .paragraph(
                "Documents come from strangers, and the libraries that read them are large. So all of them are parsed "
                    + "in processes that can reach nothing worth having. `papertrayd`(8) and `papertray`(1) start these "
                    + "workers and give them one task at a time over descriptor 3; a person never needs to. A worker "
                    + "that crashes, hangs or needs too much costs one attempt of one job, and is replaced."),
            .section("OPTIONS"),
            .item(
                "--jobs DIR",
                "Serve tasks below this directory, with the OCR data in TESSDATA. Ends with its descriptor 3."
            ),
            .item(
                "--prove OWN OTHER PID",
                "Confine itself to the directory OWN, then try every forbidden act, such as reading the file OTHER of "
                    + "another job or tracing the process PID, and print how each was answered. `papertray doctor` "
                    + "shows the result."),
        ]
    }

    private static var confinement: [ManualBlock] {
        [
            .section("CONFINEMENT"),
            .paragraph("Before its first task a worker gives up, for good:"),
            .item(
                "files",
                "Landlock leaves it its own job's directory, and libraries, fonts and OCR data to read."),
            .item("system calls", "A seccomp filter refuses sockets, programs, new processes and tracing."),
            .item("privileges", "No program can give it more than it has."),
            .item(
                "resources", "Memory, file size and open files are limited, and processor time for each task."
            ),
            .paragraph(
                "Where the kernel lacks one of these, the service logs it, `papertray doctor` shows it, and the "
                    + "others hold."),
        ]
    }

    private static var surroundings: [ManualBlock] {
        [
            .section("EXIT STATUS"),
            .item("0", "Its channel has ended, or every forbidden act was refused."),
            .item("1", "A forbidden act was not refused."),
            .item(String(ExitCode.usage.rawValue), "The command line is wrong."),
            .item("71", "A library ran out of the memory that the task may have."),
            .section("ENVIRONMENT"),
            .item(
                "OMP_THREAD_LIMIT",
                "Set to 1 by who starts it: workers run side by side, and threads of their own would make them slow."
            ),
            .section("FILES"),
            .item("/usr/libexec/papertray/papertray-worker", "Where it is installed."),
            .item("/usr/share/tesseract-ocr/5/tessdata/", "OCR data, unless TESSDATA says otherwise."),
            .section("EXAMPLES"),
            .paragraph("See how well this machine confines workers:"),
            .example("papertray doctor"),
        ]
    }
}
