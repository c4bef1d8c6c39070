// papertrayd(8): the service, and every reason it can have to put a document into the quarantine.

import Documents

extension Manual {
    static var papertrayd: ManualPage {
        ManualPage(
            name: "papertrayd", section: 8, purpose: "watch folders and process the documents dropped there",
            blocks: introduction + wayOfADocument + rights + quarantine + service
                + exitStatus([
                    .ok, .usage, .noInput, .bug, .inputOutput, .tryAgain, .permission, .configuration,
                ]) + surroundings
                + seeAlso("papertrayd"))
    }

    private static var introduction: [ManualBlock] {
        [
            .section("SYNOPSIS"),
            .synopsis("papertrayd [--config DIR]"),
            .synopsis("papertrayd --help | --version"),
            .section("DESCRIPTION"),
            .paragraph(
                "`papertrayd` watches the inboxes of its folders. It takes every document that is complete, lets "
                    + "confined workers do what the first matching rule says, and puts the result into the outbox. "
                    + "It never changes an original, never overwrites a file, and loses nothing, whenever it is "
                    + "killed. It parses no document itself; that is what `papertray-worker`(8) is for."),
            .paragraph(
                "It stays in the foreground and writes its log to standard error, a line for each change of state."
            ),
            .section("OPTIONS"),
            .item("--config DIR", CommonOption.config.help.sentence),
            .item("--help, -h", "Print the usage."),
            .item("--version", "Print the version."),
            .section("SIGNALS"),
            .item(
                "SIGTERM, SIGINT",
                "Stop. What is under way is laid down where the next start takes it up; no attempt is lost."),
            .item(
                "SIGHUP",
                "Read the configuration again, like `papertray reload`. One with mistakes is not taken; the log and "
                    + "`papertray status` say so."),
        ]
    }

    private static var wayOfADocument: [ManualBlock] {
        [
            .section("THE WAY OF A DOCUMENT"),
            .paragraph(
                "The same words name the directory, the state of the job, the log line and the command."),
            .item("inbox", "A dropped file is waited for until nobody writes to it any more."),
            .item(
                "claimed",
                "It is renamed into `.papertray` below the folder's root, after the job has been recorded."),
            .item("staged", "A copy with a hash lies in the state directory; only this copy is processed."),
            .item(
                "queued", "What the document is has been found out, and the first matching rule is its plan."),
            .item("running", "Workers do the plan's steps, page by page where a step can be divided."),
            .item("publishing", "The result is checked, made durable, and linked into the outbox."),
            .item("completed", "The result is in the outbox; the original is in the archive."),
            .item("quarantined", "The original lies in the quarantine with its reason."),
            .item("deferred, held", "The job waits: for a time, or for room on the disk."),
            .item("cancelled", "A person ended the job."),
        ]
    }

    private static var rights: [ManualBlock] {
        [
            .section("WHO MAY DROP FILES"),
            .paragraph(
                "Directories that are missing are made, for the service's user alone. Who else may drop files into an "
                    + "inbox, or take results from an outbox, is said with the file system's own permissions or with "
                    + "those of the share. For the members of the service's group:"),
            .example(
                "chmod 2770 /srv/papertray/searchable/inbox\nadduser alice papertray"),
            .paragraph(
                "The service must be able to read a dropped file and to rename it; a share that stores every file as "
                    + "the service's user does both. Only root and the service's user may be able to write the "
                    + "configuration: it decides what is done with everybody's documents."),
        ]
    }

    private static var quarantine: [ManualBlock] {
        let items = FailureCode.allCases.map { code in
            let sentences = Reason.allCases.filter { $0.code == code }.map { reason in
                let failure = Failure(reason, "NAME", "...", "...", "...")
                return failure.message() + " " + failure.action()
            }
            return ManualBlock.item(
                code.rawValue, sentences[0], inner: sentences.dropFirst().map { .paragraph($0) })
        }
        return [
            .section("QUARANTINE"),
            .paragraph(
                "Beside `NAME` lie `NAME.reason.txt` for people and `NAME.reason.json` for programs. A file that is "
                    + "moved back into the inbox is tried again with its history, as with `papertray retry`. The codes, "
                    + "with what they say and advise:"),
        ] + items
    }

    private static var service: [ManualBlock] {
        [
            .section("SYSTEMD"),
            .paragraph(
                "`papertrayd.service` runs the service as the user `papertray`. The service says when it is ready, "
                    + "reloading and stopping, and sends a heartbeat for as long as its ledger answers; a service that "
                    + "hangs is started anew. A configuration with mistakes does not make it try again and again."
            ),
            .paragraph(
                "The unit, with every program that it starts for notifications, may write below `/srv/papertray` and "
                    + "nowhere else. For folders in another place, let it:"
            ),
            .example(
                "systemctl edit papertrayd\n\n[Service]\nReadWritePaths=/mnt/archive/scans"),
        ]
    }

    private static var surroundings: [ManualBlock] {
        [
            .section("ENVIRONMENT"), configurationVariable, tessdataVariable,
            .item(
                "NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID",
                "Set by the service manager; see `sd_notify`(3)."),
            .section("FILES"),
            .item("/etc/papertray/", "The configuration; see `papertray.toml`(5)."),
            .item("/srv/papertray/", "Parent of the folders. Removing the package leaves it alone."),
            .item(
                "/var/lib/papertray/ledger.sqlite", "What has happened to every document; no content of any."),
            .item("/var/lib/papertray/jobs/", "Copies of the documents that are being processed."),
            .item("/var/lib/papertray/control.sock", "Where `papertray`(1) asks; mode 0660."),
            .item("/usr/libexec/papertray/papertray-worker", "The worker."),
            .section("EXAMPLES"),
            .paragraph("Try a configuration without installing it:"),
            .example("papertray check --config ./Config && papertrayd --config ./Config"),
            .paragraph("See what the service did today:"),
            .example("journalctl -u papertrayd --since today"),
        ]
    }
}
