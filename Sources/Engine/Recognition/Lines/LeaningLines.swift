// Lines that were read from a levelled picture and belong on a page that leans.

internal import Glibc

extension PageText {
    /// Turns the lines back around the middle of the page, counter-clockwise by the degrees that made it level. Boxes keep
    /// their height over a baseline that leans.
    ///
    /// - Parameters:
    ///   - width: Of the page as seen before its turn, in points.
    ///   - height: The same.
    mutating func lean(by degrees: Double, width: Double, height: Double) {
        for index in lines.indices {
            let liesSideways = (turn + lines[index].turn) % 180 != 0
            let page =
                liesSideways
                ? LeaningPage(degrees, width: height, height: width)
                : LeaningPage(degrees, width: width, height: height)
            lines[index].lean(on: page)
        }
    }
}

/// The way from a level page to the page as it leans.
private struct LeaningPage {
    let cosine: Double
    private let sine: Double
    private let middle: (x: Double, y: Double)

    init(_ degrees: Double, width: Double, height: Double) {
        (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        middle = (width / 2, height / 2)
    }

    func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let (x, y) = (x - middle.x, y - middle.y)
        return (middle.x + x * cosine + y * sine, middle.y - x * sine + y * cosine)
    }

    func baseline(_ line: PageText.Baseline) -> PageText.Baseline {
        let (start, end) = (point(line.x1, line.y1), point(line.x2, line.y2))
        return PageText.Baseline(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
    }
}

extension PageText.Line {
    fileprivate mutating func lean(on page: LeaningPage) {
        let (level, leaning) = (baseline, page.baseline(baseline))
        func leaned(_ box: PageText.Box) -> PageText.Box {
            let ascent = level.y(at: box.x + box.width / 2) - box.y
            let (x, width) = (page.point(box.x, level.y(at: box.x)).x, box.width * page.cosine)
            return PageText.Box(
                x: x, y: leaning.y(at: x + width / 2) - ascent, width: width, height: box.height)
        }
        for index in words.indices { words[index].box = leaned(words[index].box) }
        box = PageText.Box.around(words.map(\.box)) ?? leaned(box)
        baseline = leaning
    }
}
