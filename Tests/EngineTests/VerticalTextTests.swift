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

    /// Rules, frames and squares stand between the characters, or there are few of them, or titles above them.
    @Test(arguments: Setting.allCases, ["chi_tra", "auto"])
    private func columnsAreReadInAnySetting(_ setting: Setting, language: String) throws {
        let page = try VerticalPage(setting)
        let job = try JobFolder(named: "page.pdf", page.drawing.page())
        let result = try job.step(
            "ocr", ["languages": .list([.text(language)]), "sidecar": .text("txt")])
        let side = try String(contentsOf: job.url.appending(path: "01-ocr/result.txt"), encoding: .utf8)
        #expect(side.split(whereSeparator: \.isNewline).map(String.init) == page.lines)
        #expect(
            try text(of: result).joined().filter(\.isLetter).count
                == page.lines.joined().filter(\.isLetter).count)
    }

    @Test func spacedLinesAreNoColumns() throws {
        let printed = try VerticalPage(.plain)
        var page = VerticalPage.empty(width: 14 * 48 + 100, height: 5 * 66 + 100)
        for (line, column) in Self.columns.enumerated() {
            for row in 0..<column.count {
                page.put(printed.cell(column: line, row: row), x: 50 + 48 * row, y: 50 + 66 * line)
            }
        }
        let job = try JobFolder(named: "page.pdf", page.page())
        _ = try job.step("ocr", ["languages": .list([.text("chi_tra")]), "sidecar": .text("txt")])
        let side = try String(contentsOf: job.url.appending(path: "01-ocr/result.txt"), encoding: .utf8)
        #expect(side.filter(\.isLetter) == Self.columns.joined().filter(\.isLetter))
    }

    fileprivate enum Setting: CaseIterable {
        case plain, ruled, squared, close, wide, single, pair, titled, leaning
    }

    /// The page of the fixture, set in another way.
    fileprivate struct VerticalPage {
        private(set) var drawing: Drawing
        private(set) var lines = VerticalTextTests.columns
        /// From the first column's left edge to the edge of the page, and from column to column.
        private var (right, pitch) = (150, 80)

        init(_ setting: Setting) throws {
            drawing = try Drawing(of: JobFolder.fixtures.appending(path: "vertical-scan.pdf"))
            switch setting {
            case .plain: break
            case .ruled:
                respace(56)
                for column in 0...5 { rule(x: left(of: column) + 44, y: 80, width: 3, height: 640) }
                for end in [80, 716] { rule(x: left(of: 4) - 12, y: end, width: 283, height: 5) }
            case .squared:
                for column in 0..<5 {
                    for row in 0...14 {
                        rule(x: left(of: column) - 6, y: 106 + 42 * row, width: 47, height: 2)
                    }
                    for side in [-6, 40] { rule(x: left(of: column) + side, y: 106, width: 2, height: 590) }
                }
            case .close: respace(46)
            case .wide: respace(130)
            case .single: drawing = drawing.cropped(x: left(of: 0) - 20, y: 80, width: 74, height: 630)
            case .pair: drawing = drawing.cropped(x: left(of: 1) - 20, y: 80, width: 154, height: 630)
            case .titled:
                let title = (0..<6).map { cell(column: 0, row: $0) }
                for (place, cell) in title.enumerated() { drawing.put(cell, x: 300 + 40 * place, y: 40) }
                lines.insert(String(lines[0].prefix(6)), at: 0)
            case .leaning: drawing = leaning(0.006)
            }
            switch setting {
            case .single: lines = Array(lines.prefix(1))
            case .pair: lines = Array(lines.prefix(2))
            default: break
            }
        }

        static func empty(width: Int, height: Int) -> Drawing {
            Drawing(gray: [UInt8](repeating: 250, count: width * height), width: width, height: height)
        }

        func cell(column: Int, row: Int) -> Drawing {
            drawing.cropped(x: left(of: column) - 2, y: 106 + 42 * row, width: 40, height: 42)
        }

        private func left(of column: Int) -> Int { drawing.width - right - pitch * column }

        private mutating func rule(x: Int, y: Int, width: Int, height: Int) {
            let line = Drawing(
                gray: [UInt8](repeating: 70, count: width * height), width: width, height: height)
            drawing.put(line, x: x, y: y)
        }

        /// With another space between the columns.
        private mutating func respace(_ pitch: Int) {
            var page = Self.empty(width: 5 * pitch + 100, height: drawing.height)
            for column in 0..<5 {
                let strip = drawing.cropped(
                    x: left(of: column) - 4, y: 0, width: 44, height: drawing.height)
                page.put(strip, x: page.width - 54 - pitch * (column + 1), y: 0)
            }
            (drawing, self.pitch, right) = (page, pitch, pitch + 50)
        }

        private func leaning(_ lean: Double) -> Drawing {
            drawing.map { x, y, _ in
                let source = x + Int((lean * Double(y)).rounded())
                return source < drawing.width ? Double(drawing.level(source, y)) : 250
            }
        }
    }
}

extension Drawing {
    /// Draws another one onto it.
    fileprivate mutating func put(_ other: Drawing, x: Int, y: Int) {
        for row in 0..<other.height {
            for column in 0..<other.width where x + column < width && y + row < height {
                gray[(y + row) * width + x + column] = UInt8(other.level(column, row))
            }
        }
    }
}
