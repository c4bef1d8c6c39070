// Places on a page that is turned by quarters: from the page as drawn to the page as it is read.

/// A clockwise turn of a page of known size.
struct QuarterTurn {
    /// Size before the turn.
    let width: Double
    let height: Double
    /// 0, 90, 180 or 270.
    var degrees = 0

    func turned(by degrees: Int) -> QuarterTurn {
        QuarterTurn(width: width, height: height, degrees: degrees)
    }

    func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        switch degrees {
        case 90: (height - y, x)
        case 180: (width - x, height - y)
        case 270: (y, width - x)
        default: (x, y)
        }
    }

    func box(_ box: PageText.Box) -> PageText.Box {
        let (first, second) = (point(box.x, box.y), point(box.x + box.width, box.y + box.height))
        return PageText.Box(
            x: min(first.x, second.x), y: min(first.y, second.y), width: abs(first.x - second.x),
            height: abs(first.y - second.y))
    }

    /// The pixels before the turn of a place after it.
    func area(before box: PageText.Box) -> Bitmap.Area {
        let isAcross = degrees == 90 || degrees == 270
        let back = QuarterTurn(
            width: isAcross ? height : width, height: isAcross ? width : height,
            degrees: (360 - degrees) % 360)
        let place = back.box(box)
        return Bitmap.Area(
            x: Int(place.x), y: Int(place.y), width: Int(place.width), height: Int(place.height))
    }

    func baseline(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> PageText.Baseline {
        let (first, second) = (point(x1, y1), point(x2, y2))
        let (left, right) = first.x <= second.x ? (first, second) : (second, first)
        return PageText.Baseline(x1: left.x, y1: left.y, x2: right.x, y2: right.y)
    }
}
