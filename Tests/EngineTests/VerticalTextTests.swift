internal import Documents
internal import Foundation
internal import Testing

/// Chinese written in columns: every character is read, from right to left, and lies on its ink.
@Suite(.serialized) struct VerticalTextTests {
    private static let columns = [
        "圖書館每天上午開放,讀者可以", "借閱五本圖書。請把雨傘放在門", "口的架子上。貨物到達後應當及",
        "時檢查數量。會議室需要提前一", "天預約,使用後請關燈。",
    ]

    @Test(arguments: [["chi_tra"], ["auto"]]) func columnsAreRead(languages: [String]) throws {
        let job = try JobFolder("vertical-scan.pdf")
        let result = try job.step(
            "ocr", ["languages": .list(languages.map { .text($0) }), "sidecar": .text("txt")])
        let side = try String(contentsOf: job.url.appending(path: "01-ocr/result.txt"), encoding: .utf8)
        #expect(side.split(whereSeparator: \.isNewline).map(String.init) == Self.columns)
        let lines = try text(of: result).joined().split(whereSeparator: \.isNewline).map(String.init)
        #expect(lines == Self.columns)
        let info = String(decoding: try tool("pdfinfo", result.path()), as: UTF8.self)
        #expect(info.contains(/Page rot: +0\n/), "the page itself is upright")
    }

    @Test func columnsLieWhereTheyAreDrawn() throws {
        let job = try JobFolder("vertical-scan.pdf")
        let result = try job.step("ocr", ["languages": .list([.text("chi_tra")])])
        let boxes = String(decoding: try tool("pdftotext", "-bbox", result.path(), "-"), as: UTF8.self)
        let lefts = boxes.matches(of: /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">/)
            .map { (Double($0.1) ?? 0, (Double($0.4) ?? 0) - (Double($0.2) ?? 0)) }
        // The first column is drawn 1015 pixels from the left, the next 80 to its left; at 200 dpi.
        #expect(lefts.count == 5)
        for (index, (left, height)) in lefts.enumerated() {
            #expect(abs(left - Double(1015 - 80 * index) * 0.36) < 4)
            #expect(index == 4 || height > 14 * 42 * 0.36 * 0.95)
        }
    }
}
