// The enhancement of one page: even light, no dust, level lines, less paper, fewer tones. What needs no change is found
// out first, so that a page that is good already stays as it is.

internal import Documents

/// Makes a better picture of one scanned page.
struct PageEnhancement {
    /// Lines that lean less than this, in degrees, are level.
    private static let leastSkew = 0.08
    /// Half of the side, in inches, of the square in which ink is told from paper.
    private static let inkRadius = 1.0 / 12
    /// What is darker is ink, and what is darker than `bar` may be the scanner's lid.
    private static let (black, bar) = (110, 75)
    /// Points around what is printed that stay.
    private static let rim = 14.0
    /// A side that would lose fewer points is not cut.
    private static let leastCut = 6.0

    let page: PDFPage
    let images: PageImages
    let options: EnhanceOptions
    let task: Assignment
    private let scan: ScanPicture
    private let light: EvenLight?
    private let tones: PageTones
    private var picture: ToneBitmap
    /// The picture in even light, as far as it could be told.
    private var lit: ToneBitmap
    /// Whether `picture` is in even light.
    private let usesLight: Bool
    private var isChanged: Bool
    private var result = EnhancedPage()

    /// `nil` for pages that are no scans, or must not be touched.
    /// - Throws: `damaged`, `outOfMemory`, `tooManyPixels`, `tooMuchContent`.
    init?(
        of page: PDFPage, _ renderer: PageRenderer, _ options: EnhanceOptions, _ task: Assignment
    ) throws(Failure) {
        try page.checkContents()
        images = PageImages(of: page)
        guard ScanPicture.isScan(images) else { return nil }
        try images.check(task)
        (self.page, self.options, self.task) = (page, options, task)
        result.keepsContents = images.invisibleText > 0
        if result.keepsContents {
            // Text of another program stays with the contents, where these only show one whole picture.
            guard PagePicture(of: page, images) != nil, PictureName(of: page) != nil else { return nil }
        }
        scan = try ScanPicture(of: page, images, renderer, task)
        let needsLight = scan.tones != .bilevel
        light = needsLight ? EvenLight(of: scan.bitmap, dpi: scan.dpi) : nil
        let isUneven = light.map { !$0.isEven } ?? false
        lit = isUneven ? try Self.made(light?.applied(to: scan.bitmap), task) : scan.bitmap
        tones = try Self.wanted(options.color, scan, lit, isSheet: light != nil, task)
        usesLight = isUneven && (options.removesShadows || tones == .bilevel)
        picture = usesLight ? lit : scan.bitmap
        isChanged = usesLight || tones != scan.tones
    }

    private static func made<Value>(_ value: Value?, _ task: Assignment) throws(Failure) -> Value {
        guard let value else { throw Failure(.outOfMemory, task.name, "leptonica") }
        return value
    }

    /// Never more tones than the page has.
    private static func wanted(
        _ color: EnhanceOptions.Color, _ scan: ScanPicture, _ lit: ToneBitmap, isSheet: Bool,
        _ task: Assignment
    ) throws(Failure) -> PageTones {
        if scan.tones == .bilevel { return .bilevel }
        switch color {
        case .keep: return scan.tones
        case .gray: return .gray
        case .bw: return .bilevel
        case .auto:
            let needed = try made(PageTones(neededFor: lit, dpi: scan.dpi), task)
            // Without paper it is a photograph, be it as dark as ink.
            return needed == .bilevel && !isSheet ? .gray : needed
        }
    }

    /// Whether the page shows print on paper, and not a photograph alone.
    private var isSheet: Bool { light != nil || scan.tones == .bilevel }

    /// Whether what the page shows may lie in other places afterwards.
    private var mayMove: Bool {
        !result.keepsContents && page.canBeStraightened && !page.object[EnhanceStepEngine.layeredMark].boolean
    }

    /// Makes the picture and writes it into the part's file.
    ///
    /// - Parameter path: Makes the file's path from its suffix.
    /// - Throws: `outOfMemory`, `insufficientStorage`.
    mutating func make(path: (String) -> String) throws(Failure) -> EnhancedPage {
        if mayMove, isSheet, options.crop == .auto { try clearEdges() }
        if isSheet, options.despeckles { try clearSpecks() }
        if mayMove, options.deskews { try level() }
        try crop()
        try sharpen()
        guard isChanged else { return EnhancedPage() }
        let (coder, coded) = try coded()
        let place = path(coded.coding.suffix)
        try task.workspace.write(coded.bytes, to: place)
        result.drawing = Facsimile.Drawing(
            path: place, width: coder.width, height: coder.height, coding: coded.coding)
        return result
    }

    /// What is printed, of the picture in even light.
    private func ink() throws(Failure) -> InkMask { try Self.made(ink(of: lit), task) }

    private func ink(of bitmap: ToneBitmap) -> InkMask? {
        scan.tones == .bilevel
            ? bitmap.ink(radius: 0, black: 128)
            : bitmap.ink(radius: Int(scan.dpi * Self.inkRadius), black: Self.black)
    }

    private mutating func clearEdges() throws(Failure) {
        // In even light no shadow is as dark as the scanner's lid.
        let dark = try Self.made(lit.ink(radius: 0, black: Self.bar), task)
        guard let bars = dark.edgeBars(dpi: scan.dpi) else { return }
        let light = light
        try change { (bitmap, isLit) in
            bitmap.painted(light?.lightestPaper(isLit: isLit) ?? .white, through: bars)
        }
    }

    private mutating func clearSpecks() throws(Failure) {
        let specks = try ink().specks(dpi: scan.dpi)
        guard !specks.isEmpty else { return }
        let (light, rim) = (light, scan.tones == .bilevel ? 0 : 1)
        try change { (bitmap, isLit) in
            bitmap.painted(
                specks.compactMap { speck in
                    let (x, y) = (speck.x + speck.width / 2, speck.y + speck.height / 2)
                    let area = speck.grown(by: rim).clipped(width: bitmap.width, height: bitmap.height)
                    return area.map { ($0, light?.paper(x: x, y: y, isLit: isLit) ?? .white) }
                })
        }
    }

    private mutating func level() throws(Failure) {
        guard isSheet else { return }
        let skew = try ink().skew()
        guard abs(skew) >= Self.leastSkew else { return }
        let light = light
        try change { (bitmap, isLit) in
            bitmap.rotated(by: skew, paper: light?.lightestPaper(isLit: isLit) ?? .white)
        }
    }

    /// Does the same to the picture and to the one in even light, where that is another one.
    private mutating func change(_ make: (ToneBitmap, _ isLit: Bool) -> ToneBitmap?) throws(Failure) {
        let isSame = picture === lit
        picture = try Self.made(make(picture, usesLight), task)
        lit = isSame ? picture : try Self.made(make(lit, true), task)
        isChanged = true
    }

    private mutating func sharpen() throws(Failure) {
        let isSharp = images.images.allSatisfy { $0.source[EnhancedPage.sharpenedMark].boolean }
        result.isSharpened = isSharp
        guard options.sharpens, scan.tones != .bilevel, !isSharp else { return }
        let radius = scan.dpi > 220 ? 2 : 1
        try change { (bitmap, _) in bitmap.sharpened(radius: radius) }
        result.isSharpened = true
    }

    private mutating func crop() throws(Failure) {
        let geometry = page.geometry
        result.place = PageText.Box(x: 0, y: 0, width: geometry.width, height: geometry.height)
        guard mayMove, let visible = try visiblePart(result.place) else { return }
        let (across, down) = (
            Double(picture.width) / geometry.width, Double(picture.height) / geometry.height
        )
        let (left, top) = (Int(visible.x * across + 0.01), Int(visible.y * down + 0.01))
        let area = Bitmap.Area(
            x: left, y: top, width: Int(((visible.x + visible.width) * across - 0.01).rounded(.up)) - left,
            height: Int(((visible.y + visible.height) * down - 0.01).rounded(.up)) - top)
        guard let area = area.clipped(width: picture.width, height: picture.height) else { return }
        try change { (bitmap, _) in bitmap.cropped(to: area) }
        result.place = PageText.Box(
            x: Double(area.x) / across, y: Double(area.y) / down, width: Double(area.width) / across,
            height: Double(area.height) / down)
        result.visible = visible
    }

    /// The part of the page that stays; `nil` for all of it.
    private func visiblePart(_ whole: PageText.Box) throws(Failure) -> PageText.Box? {
        let wanted: PageText.Box
        switch options.crop {
        case .some(.none): return nil
        case nil:
            throw Failure(.invalidTicket, task.name, "enhance: crop = \"box\" needs crop_box")
        case .box(let area):
            wanted = PageText.Box(x: area.left, y: area.top, width: area.width, height: area.height)
        case .auto:
            guard isSheet, let content = try ink().content(dpi: scan.dpi) else { return nil }
            let (across, down) = (whole.width / Double(picture.width), whole.height / Double(picture.height))
            // On a page without a believable size the rim grows with it.
            let rim = Self.rim / 72 * scan.dpi * across
            wanted = PageText.Box(
                x: Double(content.x) * across - rim, y: Double(content.y) * down - rim,
                width: Double(content.width) * across + 2 * rim,
                height: Double(content.height) * down + 2 * rim)
        }
        guard let visible = wanted.intersection(whole) else { return nil }
        let least = options.crop == .auto ? Self.leastCut : 0.01
        let cuts = [
            visible.x, visible.y, whole.width - visible.x - visible.width,
            whole.height - visible.y - visible.height,
        ]
        return cuts.contains { $0 > least } ? visible : nil
    }

    private func coded() throws(Failure) -> (PictureCoder, coded: (bytes: [UInt8], coding: PictureCoding)) {
        let turned = try asPlaced()
        if tones == .bilevel {
            let mask = try Self.made(ink(of: turned), task)
            let coder = PictureCoder(samples: mask.bits(), width: mask.width, height: mask.height)
            return (coder, (try Self.made(coder.fax(), task), .fax))
        }
        let tone = tones == .gray ? try Self.made(turned.gray(), task) : turned
        let coder = PictureCoder(samples: tone.samples(), width: tone.width, height: tone.height)
        let lossy = try Self.made(coder.jpeg(channels: tone.channels), task)
        if scan.isLossless, let exact = coder.deflated(channels: tone.channels), exact.count <= lossy.count {
            return (coder, (exact, .flate(channels: tone.channels)))
        }
        return (coder, (lossy, .jpeg(channels: tone.channels)))
    }

    /// The picture turned as the page's contents expect it.
    private func asPlaced() throws(Failure) -> ToneBitmap {
        guard result.keepsContents, let turn = PagePicture(of: page, images)?.turn, turn != 0 else {
            return picture
        }
        return try Self.made(picture.turned(by: 360 - turn), task)
    }
}
