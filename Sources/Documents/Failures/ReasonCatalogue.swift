// The one message catalogue: for every reason, in every language, the sentence and the advice. `{0}` is mostly the
// name of the document; a place that an operand is missing for stays visible, and a test looks for that.

extension Reason {
    package struct Sentences: Sendable {
        package let message: String
        package let action: String

        init(_ message: String, _ action: String) {
            self.message = message
            self.action = action
        }
    }

    package func sentences(in language: Language) -> Sentences {
        switch language {
        case .english: english
        case .simplifiedChinese: simplifiedChinese
        case .traditionalChinese: traditionalChinese
        }
    }
}

extension Reason {
    private var english: Sentences {
        switch self {
        case .passwordRequired:
            Sentences(
                "{0} is locked with a password.",
                "Give the password with `papertray unlock JOB`, or drop a copy without a password.")
        case .passwordIncorrect:
            Sentences("The password does not open {0}.", "Check the password and try again.")
        case .unknownType:
            Sentences(
                "{0} is not a PDF and not a picture that can be read; its content looks like: {1}.",
                "Drop a PDF, JPEG, PNG, TIFF or HEIC file, or save the document as PDF first.")
        case .unsupportedPicture:
            Sentences(
                "{0} is a picture of a kind that cannot be read: {1}.",
                "Save it again as an ordinary JPEG, PNG or TIFF.")
        case .unsupportedPDF:
            Sentences("{0} uses a PDF feature that is not supported: {1}.", "Print or save it as a new PDF.")
        case .unsupportedEncryption:
            Sentences(
                "{0} is encrypted for certain certificates or with an unknown method.",
                "Ask the sender for a copy with a password or without encryption.")
        case .damaged:
            Sentences("{0} is damaged: {1}.", "Scan, save or send the document again.")
        case .incomplete:
            Sentences("{0} stops in the middle: {1}.", "Copy or send the whole file again.")
        case .emptyFile:
            Sentences("{0} is empty (0 bytes).", "Copy or send the file again.")
        case .companionAlone:
            Sentences(
                "{0} belongs to {1}, which did not come.",
                "Drop both files together, this one first, or give it a name of its own.")
        case .duplicate:
            Sentences(
                "{0} has the same content as {1}, which this folder has taken before (job {2}).",
                "Discard it with `papertray quarantine discard JOB`, or set `duplicates = \"process\"` for this folder."
            )
        case .noPages:
            Sentences("{0} has no pages.", "Check how the file was made and send it again.")
        case .signedDocument:
            Sentences(
                "{0} carries a digital signature, which this folder's rule would make invalid.",
                "Keep it as it is, or set `signed = \"copy\"` or `signed = \"invalidate\"` for this folder.")
        case .dynamicForm:
            Sentences(
                "{0} is a dynamic XFA form; its real pages exist only inside Adobe software.",
                "Open it there, print it to PDF, and drop the printed file.")
        case .noRule:
            Sentences(
                "No rule of the folder {1} takes {0}.",
                "See `papertray plan FILE` for each rule's answer; add a rule without `match` to take the rest."
            )
        case .tooManyBytes:
            Sentences(
                "{0} has {1} bytes; this folder takes {2}.",
                "Split or compress the file, or raise `limits.bytes` of the folder.")
        case .tooManyPages:
            Sentences(
                "{0} has {1} pages; this folder takes {2}.",
                "Split the file, or raise `limits.pages` of the folder.")
        case .tooManyPixels:
            Sentences(
                "{0} has a picture of {1} pixels; at most {2} are read.",
                "Save the picture with a lower resolution and drop it again.")
        case .tooMuchContent:
            Sentences(
                "{0} unfolds to more than {2} MB of instructions on page {1}, far more than a page can mean.",
                "Print or export it again with another program, and drop the new file.")
        case .taskTimedOut:
            Sentences(
                "{0}: the step {1} was stopped after {2} seconds.",
                "Look at the page it stopped at; raise `limits.page_time` of the folder if it needs longer.")
        case .jobTimedOut:
            Sentences(
                "{0} was stopped after {1} seconds in all.",
                "Split the file, or raise `limits.time` of the folder.")
        case .outOfMemory:
            Sentences(
                "{0} needs more memory than this folder allows ({1}).",
                "Raise `limits.memory` of the folder, or make the pages smaller.")
        case .crashed:
            Sentences(
                "{0}: the program that handled it ended unexpectedly in {1} ({2}).",
                "Try once more with `papertray retry JOB`; report the file if it happens again.")
        case .repeatedlyInterrupted:
            Sentences(
                "{0} was interrupted {1} times and is not tried again by itself.",
                "Look at the log of that time, then use `papertray retry JOB`.")
        case .insufficientStorage:
            Sentences(
                "There is no room left on the disk for {0}.",
                "Free some space; the work goes on by itself then.")
        case .inputOutput:
            Sentences(
                "{0} could not be read or written: {1}.",
                "Check the disk or the network share; it is tried again.")
        case .permissionDenied:
            Sentences(
                "The service may not {1} {0}.",
                "Give the service's user the permission, then `papertray retry JOB`.")
        case .fileUnavailable:
            Sentences("{0} is no longer there or cannot be opened: {1}.", "Drop the file again.")
        case .languageDataMissing:
            Sentences(
                "The OCR data for the language {0} is not installed.",
                "Install the package tesseract-ocr-{1}, then `papertray retry JOB`.")
        case .validationFailed:
            Sentences(
                "The result of {0} did not pass its check and was not published: {1}.",
                "The original is untouched. Report the file; `papertray show JOB` has the details.")
        case .targetUnreachable:
            Sentences(
                "The result of {0} cannot be placed: {1}.", "Check that the folder exists and is mounted.")
        case .nameTaken:
            Sentences(
                "The outbox already holds another file named {0}.",
                "Move that file away, or set `on_conflict = \"number\"` for this folder.")
        case .cancelled:
            Sentences("{0} was cancelled.", "Use `papertray retry JOB` to start it again.")
        case .interrupted:
            Sentences("{0} was interrupted.", "Nothing needs to be done; it is taken up again.")
        case .invalidTicket:
            Sentences(
                "The ticket of {0} cannot be used: {1}.", "Correct the ticket and drop both files again.")
        case .unreadableCorrection:
            Sentences(
                "The corrected text for {0} cannot be used: {1}.",
                "Export the text with `papertray text export`, change only words in it, and apply that file.")
        case .foreignCorrection:
            Sentences(
                "The corrected text does not belong to {0}: {1}.",
                "Apply it to the document that it was exported from, or export the text again.")
        }
    }

    private var simplifiedChinese: Sentences {
        switch self {
        case .passwordRequired:
            Sentences("{0} 设有打开密码。", "用 `papertray unlock JOB` 输入密码，或放入没有密码的副本。")
        case .passwordIncorrect: Sentences("密码无法打开 {0}。", "请核对密码后重试。")
        case .unknownType:
            Sentences(
                "{0} 不是 PDF，也不是可读取的图片；其内容像是：{1}。",
                "请放入 PDF、JPEG、PNG、TIFF 或 HEIC 文件，或先另存为 PDF。")
        case .unsupportedPicture: Sentences("{0} 是无法读取的图片：{1}。", "请重新存为普通的 JPEG、PNG 或 TIFF。")
        case .unsupportedPDF: Sentences("{0} 使用了不支持的 PDF 功能：{1}。", "请打印或另存为新的 PDF。")
        case .unsupportedEncryption: Sentences("{0} 用证书或未知方式加密。", "请向发送者索取带密码或未加密的副本。")
        case .damaged: Sentences("{0} 已损坏：{1}。", "请重新扫描、保存或发送该文件。")
        case .incomplete: Sentences("{0} 不完整：{1}。", "请重新复制或发送整个文件。")
        case .emptyFile: Sentences("{0} 是空文件（0 字节）。", "请重新复制或发送该文件。")
        case .companionAlone:
            Sentences("{0} 属于 {1}，但后者没有出现。", "请把两个文件一起放入（先放此文件），或为它另取名称。")
        case .duplicate:
            Sentences(
                "{0} 与本文件夹已处理过的 {1} 内容相同（任务 {2}）。",
                "用 `papertray quarantine discard JOB` 丢弃，或为本文件夹设置 `duplicates = \"process\"`。")
        case .noPages: Sentences("{0} 没有任何页面。", "请检查文件的来源并重新发送。")
        case .signedDocument:
            Sentences(
                "{0} 带有数字签名，本文件夹的规则会使签名失效。",
                "请保留原样，或为该文件夹设置 `signed = \"copy\"` 或 `signed = \"invalidate\"`。")
        case .dynamicForm:
            Sentences("{0} 是动态 XFA 表单，真正的页面只存在于 Adobe 软件中。", "请在该软件中打印成 PDF 后放入。")
        case .noRule:
            Sentences(
                "文件夹 {1} 中没有规则适用于 {0}。",
                "用 `papertray plan FILE` 查看每条规则的理由；添加一条没有 `match` 的规则可接收其余文件。")
        case .tooManyBytes:
            Sentences("{0} 有 {1} 字节，本文件夹最多接收 {2}。", "请拆分或压缩文件，或提高文件夹的 `limits.bytes`。")
        case .tooManyPages:
            Sentences("{0} 有 {1} 页，本文件夹最多接收 {2} 页。", "请拆分文件，或提高文件夹的 `limits.pages`。")
        case .tooManyPixels:
            Sentences("{0} 中的图片有 {1} 像素，最多读取 {2}。", "请以较低的分辨率保存后重新放入。")
        case .tooMuchContent:
            Sentences("{0} 的第 {1} 页展开后超过 {2} MB 的指令，远多于一页所需。", "请用其他程序重新打印或导出后放入。")
        case .taskTimedOut:
            Sentences("{0}：步骤 {1} 超过 {2} 秒后被停止。", "请查看停止的页面；确需更久时提高 `limits.page_time`。")
        case .jobTimedOut: Sentences("{0} 总共超过 {1} 秒后被停止。", "请拆分文件，或提高文件夹的 `limits.time`。")
        case .outOfMemory:
            Sentences("{0} 需要的内存超过本文件夹的上限（{1}）。", "请提高文件夹的 `limits.memory`，或缩小页面。")
        case .crashed:
            Sentences("{0}：处理程序在 {1} 中意外退出（{2}）。", "请用 `papertray retry JOB` 再试一次；若再次发生请报告。")
        case .repeatedlyInterrupted:
            Sentences("{0} 已被中断 {1} 次，不再自动重试。", "请查看当时的日志，然后使用 `papertray retry JOB`。")
        case .insufficientStorage: Sentences("磁盘空间不足，无法处理 {0}。", "请腾出空间，之后会自动继续。")
        case .inputOutput: Sentences("无法读写 {0}：{1}。", "请检查磁盘或网络共享，稍后会自动重试。")
        case .permissionDenied: Sentences("服务没有权限{1} {0}。", "请给服务用户相应的权限，然后 `papertray retry JOB`。")
        case .fileUnavailable: Sentences("{0} 已不存在或无法打开：{1}。", "请重新放入该文件。")
        case .languageDataMissing:
            Sentences("没有安装语言 {0} 的识别数据。", "请安装软件包 tesseract-ocr-{1}，然后 `papertray retry JOB`。")
        case .validationFailed:
            Sentences("{0} 的结果没有通过检查，未发布：{1}。", "原件未改动。请报告该文件；`papertray show JOB` 有详情。")
        case .targetUnreachable: Sentences("{0} 的结果无法放置：{1}。", "请检查目标文件夹是否存在并已挂载。")
        case .nameTaken:
            Sentences("发件箱中已有另一个名为 {0} 的文件。", "请移走该文件，或设置 `on_conflict = \"number\"`。")
        case .cancelled: Sentences("{0} 已取消。", "用 `papertray retry JOB` 重新开始。")
        case .interrupted: Sentences("{0} 被中断。", "无需操作，会自动继续。")
        case .invalidTicket: Sentences("{0} 的附单无法使用：{1}。", "请更正附单后把两个文件一起重新放入。")
        case .unreadableCorrection:
            Sentences(
                "{0} 的更正文本无法使用：{1}。", "请用 `papertray text export` 导出文本，只修改其中的文字，再应用该文件。")
        case .foreignCorrection:
            Sentences("更正文本不属于 {0}：{1}。", "请应用到导出该文本的文件，或重新导出文本。")
        }
    }

    private var traditionalChinese: Sentences {
        switch self {
        case .passwordRequired:
            Sentences("{0} 設有開啟密碼。", "用 `papertray unlock JOB` 輸入密碼，或放入沒有密碼的副本。")
        case .passwordIncorrect: Sentences("密碼無法開啟 {0}。", "請核對密碼後重試。")
        case .unknownType:
            Sentences(
                "{0} 不是 PDF，也不是可讀取的圖片；其內容像是：{1}。",
                "請放入 PDF、JPEG、PNG、TIFF 或 HEIC 檔案，或先另存為 PDF。")
        case .unsupportedPicture: Sentences("{0} 是無法讀取的圖片：{1}。", "請重新存為一般的 JPEG、PNG 或 TIFF。")
        case .unsupportedPDF: Sentences("{0} 使用了不支援的 PDF 功能：{1}。", "請列印或另存為新的 PDF。")
        case .unsupportedEncryption: Sentences("{0} 以憑證或未知方式加密。", "請向寄件者索取帶密碼或未加密的副本。")
        case .damaged: Sentences("{0} 已損壞：{1}。", "請重新掃描、儲存或傳送該檔案。")
        case .incomplete: Sentences("{0} 不完整：{1}。", "請重新複製或傳送整個檔案。")
        case .emptyFile: Sentences("{0} 是空檔案（0 位元組）。", "請重新複製或傳送該檔案。")
        case .companionAlone:
            Sentences("{0} 屬於 {1}，但後者沒有出現。", "請把兩個檔案一起放入（先放此檔案），或為它另取名稱。")
        case .duplicate:
            Sentences(
                "{0} 與本資料夾已處理過的 {1} 內容相同（工作 {2}）。",
                "用 `papertray quarantine discard JOB` 捨棄，或為本資料夾設定 `duplicates = \"process\"`。")
        case .noPages: Sentences("{0} 沒有任何頁面。", "請檢查檔案的來源並重新傳送。")
        case .signedDocument:
            Sentences(
                "{0} 帶有數位簽章，本資料夾的規則會使簽章失效。",
                "請保留原樣，或為該資料夾設定 `signed = \"copy\"` 或 `signed = \"invalidate\"`。")
        case .dynamicForm:
            Sentences("{0} 是動態 XFA 表單，真正的頁面只存在於 Adobe 軟體中。", "請在該軟體中列印成 PDF 後放入。")
        case .noRule:
            Sentences(
                "資料夾 {1} 中沒有規則適用於 {0}。",
                "用 `papertray plan FILE` 查看每條規則的理由；新增一條沒有 `match` 的規則可接收其餘檔案。")
        case .tooManyBytes:
            Sentences("{0} 有 {1} 位元組，本資料夾最多接收 {2}。", "請拆分或壓縮檔案，或提高資料夾的 `limits.bytes`。")
        case .tooManyPages:
            Sentences("{0} 有 {1} 頁，本資料夾最多接收 {2} 頁。", "請拆分檔案，或提高資料夾的 `limits.pages`。")
        case .tooManyPixels:
            Sentences("{0} 中的圖片有 {1} 像素，最多讀取 {2}。", "請以較低的解析度儲存後重新放入。")
        case .tooMuchContent:
            Sentences("{0} 的第 {1} 頁展開後超過 {2} MB 的指令，遠多於一頁所需。", "請用其他程式重新列印或匯出後放入。")
        case .taskTimedOut:
            Sentences("{0}：步驟 {1} 超過 {2} 秒後被停止。", "請查看停止的頁面；確需更久時提高 `limits.page_time`。")
        case .jobTimedOut: Sentences("{0} 總共超過 {1} 秒後被停止。", "請拆分檔案，或提高資料夾的 `limits.time`。")
        case .outOfMemory:
            Sentences("{0} 需要的記憶體超過本資料夾的上限（{1}）。", "請提高資料夾的 `limits.memory`，或縮小頁面。")
        case .crashed:
            Sentences("{0}：處理程式在 {1} 中意外結束（{2}）。", "請用 `papertray retry JOB` 再試一次；若再次發生請回報。")
        case .repeatedlyInterrupted:
            Sentences("{0} 已被中斷 {1} 次，不再自動重試。", "請查看當時的記錄，然後使用 `papertray retry JOB`。")
        case .insufficientStorage: Sentences("磁碟空間不足，無法處理 {0}。", "請騰出空間，之後會自動繼續。")
        case .inputOutput: Sentences("無法讀寫 {0}：{1}。", "請檢查磁碟或網路共用，稍後會自動重試。")
        case .permissionDenied: Sentences("服務沒有權限{1} {0}。", "請給服務使用者相應的權限，然後 `papertray retry JOB`。")
        case .fileUnavailable: Sentences("{0} 已不存在或無法開啟：{1}。", "請重新放入該檔案。")
        case .languageDataMissing:
            Sentences("沒有安裝語言 {0} 的辨識資料。", "請安裝套件 tesseract-ocr-{1}，然後 `papertray retry JOB`。")
        case .validationFailed:
            Sentences("{0} 的結果沒有通過檢查，未發布：{1}。", "原件未改動。請回報該檔案；`papertray show JOB` 有詳情。")
        case .targetUnreachable: Sentences("{0} 的結果無法放置：{1}。", "請檢查目標資料夾是否存在並已掛載。")
        case .nameTaken:
            Sentences("寄件匣中已有另一個名為 {0} 的檔案。", "請移走該檔案，或設定 `on_conflict = \"number\"`。")
        case .cancelled: Sentences("{0} 已取消。", "用 `papertray retry JOB` 重新開始。")
        case .interrupted: Sentences("{0} 被中斷。", "無需操作，會自動繼續。")
        case .invalidTicket: Sentences("{0} 的附單無法使用：{1}。", "請更正附單後把兩個檔案一起重新放入。")
        case .unreadableCorrection:
            Sentences(
                "{0} 的更正文字無法使用：{1}。", "請用 `papertray text export` 匯出文字，只修改其中的字詞，再套用該檔案。")
        case .foreignCorrection:
            Sentences("更正文字不屬於 {0}：{1}。", "請套用到匯出該文字的檔案，或重新匯出文字。")
        }
    }
}
