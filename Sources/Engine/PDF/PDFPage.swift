// A page: its boxes and rotation with inheritance, the way from the page as seen to user space, and the bound on its
// drawing instructions that must hold before any library interprets them.

internal import Documents

/// One page of a document.
struct PDFPage {
    /// Unfolded drawing instructions above this many bytes are refused: they are made to exhaust, not to be seen.
    static let mostContentBytes = 192 << 20

    let object: PDFObject
    /// 1-based.
    let number: Int

    init(_ object: PDFObject, number: Int) {
        self.object = object
        self.number = number
    }

    /// The value of a key that pages inherit from the page tree.
    func inherited(_ key: String) -> PDFObject {
        var node = object
        for _ in 0..<200 {
            let value = node[key]
            if !value.isNull { return value }
            let parent = node["Parent"]
            guard parent.isDictionary else { break }
            node = parent
        }
        return object[key]
    }

    var geometry: PageGeometry {
        let media = Self.box(inherited("MediaBox")) ?? PageGeometry.letter
        let crop = Self.box(inherited("CropBox"))?.intersection(media) ?? media
        let turns = (inherited("Rotate").integer ?? 0) % 360
        let rotation = turns % 90 == 0 ? (turns + 360) % 360 : 0
        let unit = object["UserUnit"].number ?? 1
        return PageGeometry(box: crop, rotation: rotation, userUnit: unit > 0 && unit <= 75_000 ? unit : 1)
    }

    private static func box(_ value: PDFObject) -> PageGeometry.Box? {
        let numbers = value.items.compactMap(\.number)
        guard numbers.count == 4, numbers.allSatisfy({ $0.isFinite && abs($0) < 1e7 }) else { return nil }
        let box = PageGeometry.Box(
            left: min(numbers[0], numbers[2]), bottom: min(numbers[1], numbers[3]),
            right: max(numbers[0], numbers[2]), top: max(numbers[1], numbers[3]))
        return box.isEmpty ? nil : box
    }

    /// The streams of `/Contents`.
    var contentStreams: [PDFObject] {
        let contents = object["Contents"]
        return contents.isArray ? contents.items.filter(\.isStream) : contents.isStream ? [contents] : []
    }

    /// Refuses a page whose instructions unfold to more than can be meant.
    ///
    /// - Throws: `tooMuchContent`
    func checkContents() throws(Failure) {
        var bytes = 0
        for stream in contentStreams {
            // One layer of Flate unfolds at most 1032-fold, so small streams need no look.
            let layers = stream["Filter"].isArray ? stream["Filter"].count : 1
            if layers <= 1, stream.rawBytes >= 0, stream.rawBytes * 1032 < Self.mostContentBytes / 16 {
                continue
            }
            bytes += stream.decodedBytes(limit: Self.mostContentBytes) ?? 0
            guard bytes <= Self.mostContentBytes else {
                throw Failure(
                    .tooMuchContent, object.file.name, String(number), String(Self.mostContentBytes >> 20))
            }
        }
    }
}

/// Where a page's visible part lies in its user space, and how it is turned for the reader.
struct PageGeometry: Equatable {
    struct Box: Equatable {
        var left: Double
        var bottom: Double
        var right: Double
        var top: Double

        var width: Double { right - left }
        var height: Double { top - bottom }
        var isEmpty: Bool { width <= 0 || height <= 0 }

        /// `nil` where the boxes have nothing in common.
        func intersection(_ other: Box) -> Box? {
            let common = Box(
                left: max(left, other.left), bottom: max(bottom, other.bottom),
                right: min(right, other.right), top: min(top, other.top))
            return common.isEmpty ? nil : common
        }
    }

    static let letter = Box(left: 0, bottom: 0, right: 612, top: 792)

    let box: Box
    /// Clockwise degrees: 0, 90, 180 or 270.
    var rotation: Int
    /// Points per unit of user space.
    let userUnit: Double

    private var liesSideways: Bool { rotation == 90 || rotation == 270 }
    /// Width of the page as seen, in points.
    var width: Double { (liesSideways ? box.height : box.width) * userUnit }
    /// Height of the page as seen, in points.
    var height: Double { (liesSideways ? box.width : box.height) * userUnit }

    /// User space of a point of the page as seen: points from the top left corner, y downwards.
    func userSpace(x: Double, y: Double) -> (x: Double, y: Double) {
        let (x, y) = (x / userUnit, y / userUnit)
        switch rotation {
        case 90: return (box.left + y, box.bottom + x)
        case 180: return (box.right - x, box.bottom + y)
        case 270: return (box.right - y, box.top - x)
        default: return (box.left + x, box.top - y)
        }
    }

    /// The point of the page as seen, in points from its top left corner, of a point of user space.
    func seen(x: Double, y: Double) -> (x: Double, y: Double) {
        let (across, down) =
            switch rotation {
            case 90: (y - box.bottom, x - box.left)
            case 180: (box.right - x, y - box.bottom)
            case 270: (box.top - y, box.right - x)
            default: (x - box.left, box.top - y)
            }
        return (across * userUnit, down * userUnit)
    }

    /// A rectangle of user space as seen: points from the top left corner, y downwards.
    func seen(_ area: Box) -> PageText.Box {
        let (left, right) = (area.left - box.left, area.right - box.left)
        let (low, high) = (area.bottom - box.bottom, area.top - box.bottom)
        let place =
            switch rotation {
            case 90: PageText.Box(x: low, y: left, width: high - low, height: right - left)
            case 180: PageText.Box(x: box.width - right, y: low, width: right - left, height: high - low)
            case 270:
                PageText.Box(
                    x: box.height - high, y: box.width - right, width: high - low, height: right - left)
            default: PageText.Box(x: left, y: box.height - high, width: right - left, height: high - low)
            }
        return place.scaled(by: userUnit)
    }

    /// The same page after it is turned clockwise by so many more degrees.
    func turned(by degrees: Int) -> PageGeometry {
        var turned = self
        turned.rotation = (rotation + degrees) % 360
        return turned
    }
}
