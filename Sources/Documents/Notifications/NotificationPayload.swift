// What a notification says. It is made once, when the job moves, and stays the same however often it is sent.

/// The JSON body of a notification.
package struct NotificationPayload: Codable, Sendable, Hashable {
    /// The same over retries and restarts, so that a receiver can drop what it has had already.
    package let key: String
    package let event: NotificationEvent
    /// `nil` where the folder itself is meant.
    package let job: JobID?
    package let folder: String
    /// The file's name without its folders; only where the operator asked for names.
    package let name: String?
    package let state: JobState?
    /// Why it failed or waits.
    package let code: FailureCode?
    package let message: String
    /// The pages that a person should look at, of a finished document.
    package let pages: [Attention.Page]?
    /// RFC 3339, UTC.
    package let at: String

    package init(key: String, event: NotificationEvent, job: Job, route: NotificationRoute, at: String) {
        self.key = key
        self.event = event
        self.job = job.id
        folder = job.folder
        name = route.showsNames ? job.original.name.last.display : nil
        state = job.state
        let failure = event == .success ? nil : job.failure
        code = failure?.code
        self.at = at
        let attention = event == .attention && job.state == .completed ? job.attention : nil
        pages = attention?.pages
        let language = route.language
        message =
            switch failure {
            case let failure? where route.showsNames: failure.message(in: language)
            case let failure?: failure.anonymous(in: language, folder: job.folder).message(in: language)
            case nil: attention?.message(in: language) ?? event.plainMessage(in: language)
            }
    }

    /// What keeps a whole folder from being worked on.
    package init(key: String, failure: Failure, folder: String, route: NotificationRoute, at: String) {
        self.key = key
        event = .attention
        job = nil
        self.folder = folder
        name = nil
        state = nil
        code = failure.code
        self.at = at
        pages = nil
        // It names a place of the folder, and no document.
        message = failure.message(in: route.language)
    }
}

extension NotificationEvent {
    /// The sentence where no failure has one.
    fileprivate func plainMessage(in language: Language) -> String {
        switch (self, language) {
        case (.success, .english): "The document is finished."
        case (.success, .simplifiedChinese): "文件已处理完成。"
        case (.success, .traditionalChinese): "檔案已處理完成。"
        case (.failure, .english): "The document was stopped and lies in the quarantine."
        case (.failure, .simplifiedChinese): "文件已停止处理，位于隔离文件夹。"
        case (.failure, .traditionalChinese): "檔案已停止處理，位於隔離資料夾。"
        case (.attention, .english): "The document waits for a person."
        case (.attention, .simplifiedChinese): "文件正在等待人工处理。"
        case (.attention, .traditionalChinese): "檔案正在等待人工處理。"
        }
    }
}

extension Attention {
    /// Why somebody should look, in numbers only.
    func message(in language: Language) -> String {
        let shown = pages.prefix(10).map { "\($0.page) (\(Int($0.confidence.rounded())))" }
        let more = pages.count > shown.count
        switch language {
        case .english:
            let list = shown.joined(separator: ", ") + (more ? ", …" : "")
            return
                "The document is finished and should be looked at: its text is uncertain on page \(list); "
                + "at least \(Int(mark)) is wanted."
        case .simplifiedChinese:
            let list = shown.joined(separator: "、") + (more ? "……" : "")
            return "文件已处理完成，但需要人工查看：第 \(list) 页的文字识别可信度低于 \(Int(mark))。"
        case .traditionalChinese:
            let list = shown.joined(separator: "、") + (more ? "……" : "")
            return "檔案已處理完成，但需要人工查看：第 \(list) 頁的文字辨識可信度低於 \(Int(mark))。"
        }
    }
}

extension Failure {
    /// The same failure without anything that could come from the document or its name. Only operands known to be
    /// harmless stay: numbers and sizes, the folder's name, languages of OCR and names of steps.
    func anonymous(in language: Language, folder: String) -> Failure {
        let document =
            switch language {
            case .english: "The document"
            case .simplifiedChinese: "该文件"
            case .traditionalChinese: "該檔案"
            }
        var harmless = Set(OCROption.languageNames + StepCatalogue.all.map(\.name))
        harmless.insert(folder)
        let kept = operands.enumerated().map { index, operand in
            if index > 0 && (harmless.contains(operand) || operand.isNumberOrSize) { return operand }
            if index == 0 && reason == .languageDataMissing && harmless.contains(operand) { return operand }
            return index == 0 ? document : "…"
        }
        return Failure(reason, operands: kept)
    }
}

extension String {
    fileprivate var isNumberOrSize: Bool {
        let parts = split(separator: " ", omittingEmptySubsequences: false)
        guard let number = parts.first, !number.isEmpty, parts.count <= 2 else { return false }
        let isNumber = number.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        return isNumber && (parts.count == 1 || ["B", "kB", "MB", "GB", "TB"].contains(parts[1]))
    }
}
