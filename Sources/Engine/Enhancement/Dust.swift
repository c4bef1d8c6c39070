// What on a page is no print: specks of dust, told from dots of letters by their size and by how lonely they are, and the
// black that a scanner sees beside the sheet.

extension InkMask {
    /// Heights of capitals and Han characters per side of a speck that is smaller than any of their dots.
    private static let dotShare = 0.08
    /// The same for specks as large as dots, which are dust only where no mark is near.
    private static let largeDotShare = 0.22
    /// Heights of letters around a large speck without any letter, and to its sides without any other dot.
    private static let loneliness = 1.2
    /// Pixels between a small speck and the next mark; closer ones are pieces of it.
    private static let leastGap = 3
    private static let fewestLetters = 12

    /// The specks on a page.
    ///
    /// - Parameter dpi: Stands for the height of letters where there are too few.
    func specks(dpi: Double) -> [Bitmap.Area] {
        let boxes = boxes()
        let letter = Self.letterHeight(boxes, pageHeight: height) ?? dpi / 9
        let small = Int(letter * Self.dotShare)
        let large = Int(letter * Self.largeDotShare)
        guard small >= 1, large > small, let marks = marks(largerThan: small),
            let letters = marks.marks(largerThan: large)
        else { return [] }
        let radius = Int(letter * Self.loneliness)
        return boxes.filter { box in
            let side = max(box.width, box.height)
            if side <= small { return marks.count(in: box.grown(by: Self.leastGap)) == 0 }
            // Dots in a row lead the eye.
            return side <= large && letters.count(in: box.grown(by: radius)) == 0
                && marks.count(in: box.widened(by: radius)) == marks.count(in: box)
        }
    }

    /// Four of five marks with the size of a letter are lower; `nil` where there are few.
    private static func letterHeight(_ boxes: [Bitmap.Area], pageHeight: Int) -> Double? {
        let heights = boxes.filter {
            $0.height >= 6 && $0.height < pageHeight / 12 && $0.width < $0.height * 3
                && $0.height < $0.width * 6
        }.map(\.height).sorted()
        return heights.count >= fewestLetters ? Double(heights[heights.count * 4 / 5]) : nil
    }

    /// Of a mask of what is black: the bars along the edges of the picture, where the scanner saw no sheet.
    ///
    /// A bar is thicker than a millimetre and takes up a quarter of a side at least.
    func edgeBars(dpi: Double) -> InkMask? {
        let thickness = max(2, Int(dpi / 25.4))
        guard let touching = opened(thickness)?.touchingEdge() else { return nil }
        let ends = touching.boxes(atMost: 1000).flatMap { touching.ends(of: $0) }
        guard !ends.isEmpty else { return nil }
        // The shade between black and paper goes as well.
        return touching.marks(from: ends)?.grown(by: thickness / 2 + 1)
    }

    /// Where a mark with this box lies along an edge of the picture for a quarter of it or more.
    private func ends(of box: Bitmap.Area) -> [Bitmap.Area] {
        let (right, foot) = (box.x + box.width, box.y + box.height)
        let sides = [
            (box.x == 0, Bitmap.Area(x: 0, y: box.y, width: 1, height: box.height), height),
            (right == width, Bitmap.Area(x: width - 1, y: box.y, width: 1, height: box.height), height),
            (box.y == 0, Bitmap.Area(x: box.x, y: 0, width: box.width, height: 1), width),
            (foot == height, Bitmap.Area(x: box.x, y: height - 1, width: box.width, height: 1), width),
        ]
        return sides.filter { $0.0 && count(in: $0.1) * 4 >= $0.2 }.map(\.1)
    }

    /// The part of the picture with everything that is larger than dust; `nil` where there is nothing.
    func content(dpi: Double) -> Bitmap.Area? {
        let least = max(2, Int(dpi / 36))
        let boxes = marks(largerThan: least)?.boxes() ?? []
        let thin = Int(dpi / 12)
        let content = boxes.filter { box in
            let touches =
                box.x <= 1 || box.y <= 1 || box.x + box.width >= width - 1
                || box.y + box.height >= height - 1
            return !touches || min(box.width, box.height) > thin
        }
        guard let first = content.first else { return nil }
        return content.dropFirst().reduce(first) { $0.union($1) }
    }
}

extension Bitmap.Area {
    func grown(by pixels: Int) -> Bitmap.Area {
        Bitmap.Area(x: x - pixels, y: y - pixels, width: width + 2 * pixels, height: height + 2 * pixels)
    }

    func widened(by pixels: Int) -> Bitmap.Area {
        Bitmap.Area(x: x - pixels, y: y - 1, width: width + 2 * pixels, height: height + 2)
    }

    func union(_ other: Bitmap.Area) -> Bitmap.Area {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Bitmap.Area(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }

    /// The part that lies in a picture of this size.
    func clipped(width limit: Int, height most: Int) -> Bitmap.Area? {
        let (left, top) = (max(0, x), max(0, y))
        let (right, foot) = (min(limit, x + width), min(most, y + height))
        return left < right && top < foot
            ? Bitmap.Area(x: left, y: top, width: right - left, height: foot - top) : nil
    }
}
