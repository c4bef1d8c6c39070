// What leaves the machine: with names only where they are wanted, and never anything of the document.

internal import Documents
internal import Testing

@Suite struct NotificationPayloadTests {
    private static let marker = "Sentinel-4711"

    private func payload(_ failure: Failure, names: Bool, _ language: Language = .english)
        -> NotificationPayload
    {
        let original = Original(
            name: RawName("\(Self.marker)/\(Self.marker).pdf"), device: 1, inode: 1, bytes: 1, owner: 0,
            group: 0, mode: 0, modified: 0)
        var job = Job(
            id: JobID(rawValue: "01"), folder: "invoices", original: original, state: .quarantined,
            createdAt: 0)
        job.failure = failure
        let route = NotificationRoute(
            target: "t", events: [.failure], folders: nil, showsNames: names, language: language)
        return NotificationPayload(key: "k", event: .failure, job: job, route: route, at: "now")
    }

    @Test(arguments: Reason.allCases) func noReasonTellsWhatItWasGiven(reason: Reason) {
        let failure = Failure(reason, Self.marker, "/srv/\(Self.marker)", "\(Self.marker) 12", Self.marker)
        for language in Language.allCases {
            let payload = payload(failure, names: false, language)
            #expect(!payload.message.contains(Self.marker) && !payload.message.contains("{"))
            #expect(payload.name == nil && !payload.message.isEmpty)
            #expect(payload.code == reason.code)
        }
    }

    @Test func harmlessOperandsStay() {
        let pages = payload(Failure(.tooManyPages, Self.marker, "5001", "5000"), names: false)
        #expect(pages.message == "The document has 5001 pages; this folder takes 5000.")
        let memory = payload(Failure(.outOfMemory, Self.marker, "2 GB"), names: false)
        #expect(memory.message.contains("(2 GB)"))
        let language = payload(Failure(.languageDataMissing, "chi_sim", "chi-sim"), names: false)
        #expect(language.message.contains("chi_sim"))
        let rule = payload(Failure(.noRule, Self.marker, "invoices"), names: false)
        #expect(rule.message == "No rule of the folder invoices takes The document.")
    }

    @Test func wantedNameIsTheFileWithoutItsFolders() {
        let payload = payload(Failure(.damaged, "x.pdf", "y"), names: true)
        #expect(payload.name == "\(Self.marker).pdf" && payload.message == "x.pdf is damaged: y.")
    }
}
