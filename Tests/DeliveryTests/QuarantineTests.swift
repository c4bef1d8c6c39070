// The original with its reason beside it, in the operator's language; nothing that lies there is ever lost.

internal import Delivery
internal import Documents
internal import FoundationEssentials
internal import Ledger
internal import Platform
internal import Settings
internal import TestSupport
internal import Testing

@Suite struct QuarantineTests {
    private static let failure = Failure(.damaged, "scan.pdf", "it is broken")

    private func quarantine(_ job: Job, in place: ScratchDelivery) async throws -> Job {
        try await place.delivery.quarantine(job, because: Self.failure)
        return try await place.ledger.move(job.id, to: .quarantined) { $0.failure = Self.failure }
    }

    @Test(
        arguments: [
            (.english, "scan.pdf is damaged: it is broken.", "What you can do:"),
            (.simplifiedChinese, "scan.pdf 已损坏：it is broken。", "您可以："),
            (.traditionalChinese, "scan.pdf 已損壞：it is broken。", "您可以："),
        ] as [(Language, String, String)]) func reasonLiesBesideTheOriginal(
            language: Language, message: String, label: String
        ) async throws
    {
        var place = try ScratchDelivery()
        place.language = language
        let job = try await place.job()
        _ = try await quarantine(job, in: place)
        let quarantine = place.folder.quarantine
        #expect(
            try place.names(in: quarantine) == ["scan.pdf", "scan.pdf.reason.json", "scan.pdf.reason.txt"])
        #expect(try place.text(quarantine / "scan.pdf") == "original")
        let text = try place.text(quarantine / "scan.pdf.reason.txt")
        #expect(
            text.hasPrefix(message + "\n") && text.contains(label)
                && text.contains(Self.failure.action(in: language)))
        #expect(text.contains("damaged") && text.contains(job.id.rawValue) && !text.contains("{"))
        let report = try JSONDecoder().decode(
            QuarantineReport.self, from: Data(try place.text(quarantine / "scan.pdf.reason.json").utf8))
        #expect(
            report.code == .damaged && report.message == message && report.job == job.id
                && report.name == "scan.pdf")
    }

    @Test func reportHasExactlyTheDocumentedKeys() async throws {
        let place = try ScratchDelivery()
        _ = try await quarantine(try await place.job(), in: place)
        let text = try place.text(place.folder.quarantine / "scan.pdf.reason.json")
        let keys = text.split(separator: "\n").compactMap {
            $0.split(separator: "\"", maxSplits: 2).dropFirst().first
        }
        #expect(keys == ["action", "at", "attempts", "code", "folder", "job", "message", "name"])
    }

    @Test func secondDocumentOfTheNameIsNumberedWithItsOwnReason() async throws {
        let place = try ScratchDelivery()
        for id in ["00000000000001", "00000000000002"] {
            _ = try await quarantine(try await place.job(id), in: place)
        }
        #expect(
            try place.names(in: place.folder.quarantine) == [
                "scan (2).pdf", "scan (2).pdf.reason.json", "scan (2).pdf.reason.txt", "scan.pdf",
                "scan.pdf.reason.json", "scan.pdf.reason.txt",
            ])
    }

    @Test func subfolderIsKept() async throws {
        let place = try ScratchDelivery()
        _ = try await quarantine(try await place.job(name: "a/b/scan.pdf"), in: place)
        #expect(try place.names(in: place.folder.quarantine / "a/b").count == 3)
    }

    @Test func quarantineOnAnotherMountIsReached() async throws {
        let other = try ScratchFolder(in: "/dev/shm")
        let place = try ScratchDelivery { folder, _ in folder.quarantine = other.path / "quarantine" }
        let job = try await quarantine(try await place.job(), in: place)
        #expect(try other.names(in: "quarantine").count == 3)
        #expect(try place.claimed(job).isEmpty)
    }

    // MARK: Names

    @Test(arguments: [
        [UInt8](repeating: 0x61, count: 255), Array(String(repeating: "发", count: 85).utf8),
        [UInt8](repeating: 0xFF, count: 255),
    ]) func longestNameHasReasonFilesWithWholeCharacters(bytes: [UInt8]) async throws {
        let place = try ScratchDelivery()
        _ = try await quarantine(try await place.job(name: RawName(bytes)), in: place)
        let names = try Directory(place.folder.quarantine).entries().map(\.bytes)
        #expect(names.count == 3 && names.contains(bytes))
        #expect(names.allSatisfy { $0.count <= 255 })
        if let text = String(validating: bytes, as: UTF8.self) {
            #expect(names.allSatisfy { String(validating: $0, as: UTF8.self) != nil }, "\(text)")
        }
    }

    /// Two names that differ only where the suffix of the reason has no room.
    @Test func longNamesThatBeginAlikeHaveReasonsOfTheirOwn() async throws {
        let place = try ScratchDelivery()
        for (id, end) in [("00000000000001", "1.pdf"), ("00000000000002", "2.pdf")] {
            let name = RawName([UInt8](repeating: 0x61, count: 250) + Array(end.utf8))
            _ = try await quarantine(try await place.job(id, name: name), in: place)
        }
        #expect(try place.names(in: place.folder.quarantine).count == 6)
    }

    /// Somebody moves the whole quarantine back into the inbox, reasons and all, or simply names a document so.
    @Test(arguments: ["scan.pdf.reason.txt", "scan.pdf.reason.json"] as [RawName])
    func documentNamedLikeAReasonIsNeverRemoved(name: RawName) async throws {
        let place = try ScratchDelivery()
        _ = try await quarantine(
            try await place.job("00000000000001", name: name, original: "precious"), in: place)
        let other = try await quarantine(try await place.job("00000000000002"), in: place)
        try await place.delivery.clearReasons(of: other.id)
        let texts = try place.names(in: place.folder.quarantine).map {
            try place.text(place.folder.quarantine / Path($0))
        }
        #expect(texts.contains("precious"))
    }

    // MARK: Again after a crash

    @Test func killedAnywhereComesToOneEntry() async throws {
        let place = try ScratchDelivery()
        let job = try await place.job()
        let target = place.folder.quarantine / "scan.pdf"
        let output = Output(kind: .quarantine, number: 0, path: target, bytes: 8, sha256: job.sha256 ?? "")
        try await place.ledger.intend([output], of: job.id)
        try place.scratch.rename(
            place.below(place.folder.claim(of: job.id)) / "scan.pdf", to: "invoices/quarantine/scan.pdf")
        try place.scratch.write("half a rea", "invoices/quarantine/scan.pdf.reason.txt")
        for _ in 1...2 { try await place.delivery.quarantine(job, because: Self.failure) }
        #expect(try place.names(in: place.folder.quarantine).count == 3)
        #expect(
            try place.text(place.folder.quarantine / "scan.pdf.reason.txt").hasPrefix("scan.pdf is damaged"))
        #expect(try await place.ledger.outputs(of: job.id).map(\.isPlaced) == [true])
    }

    // MARK: The way back

    @Test func takingBackReturnsTheFileAndRemovesTheReason() async throws {
        let place = try ScratchDelivery()
        let job = try await quarantine(try await place.job(), in: place)
        try await place.delivery.takeBack(job)
        #expect(try place.names(in: place.folder.quarantine).isEmpty)
        #expect(try place.claimed(job) == ["scan.pdf"])
        #expect(try await place.ledger.outputs(of: job.id).isEmpty)
    }

    /// The service was killed after the file was back and before its row said so; the person asks again.
    @Test func takingBackMayBeAskedForAgain() async throws {
        let place = try ScratchDelivery()
        let job = try await quarantine(try await place.job(), in: place)
        for _ in 1...2 { try await place.delivery.takeBack(job) }
        #expect(try place.claimed(job) == ["scan.pdf"])
    }

    @Test func takingBackWhatIsGoneIsRefused() async throws {
        let place = try ScratchDelivery()
        let job = try await quarantine(try await place.job(), in: place)
        try Directory(place.folder.quarantine).remove("scan.pdf")
        let failure = await #expect(throws: Failure.self) { try await place.delivery.takeBack(job) }
        #expect(failure?.reason == .fileUnavailable)
    }

    @Test func takenBackJobCanBeQuarantinedAgain() async throws {
        let place = try ScratchDelivery()
        let job = try await quarantine(try await place.job(), in: place)
        try await place.delivery.takeBack(job)
        try await place.delivery.quarantine(job, because: Failure(.noRule, "scan.pdf", "invoices"))
        #expect(try place.text(place.folder.quarantine / "scan.pdf.reason.txt").hasPrefix("No rule"))
        #expect(try place.names(in: place.folder.quarantine).count == 3)
    }
}
