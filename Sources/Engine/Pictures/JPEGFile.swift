// JPEG (ITU-T T.81): the markers in front of the first scan are read here, and the file's data go into the PDF
// untouched. CMYK written by Adobe is stored inverted, which the image's Decode array undoes.

internal import Documents
internal import PictureShims

/// A JPEG file.
final class JPEGFile: PictureFile {
    let frames: [PictureFrame]
    private let reader: FileReader
    private let path: String
    private let task: Assignment
    private let header: JPEGHeader

    init(_ path: String, _ task: Assignment) throws(Failure) {
        self.path = path
        self.task = task
        reader = try FileReader(task.workspace.open(path), named: task.name)
        header = try JPEGHeader(reader, named: task.name)
        frames = [
            PictureFrame(
                width: header.width, height: header.height, dpi: header.resolution,
                orientation: header.orientation,
                coding: "DCTDecode")
        ]
    }

    /// Decodes the picture once without keeping it: rows that are missing cannot be told from the markers.
    func check() throws(Failure) {
        let (outcome, reason) = try sentence { buffer throws(Failure) in
            papertray_jpeg_check(try task.workspace.path(path), buffer)
        }
        try throwFailure(of: outcome, reason, task.name)
    }

    func addImage(_ index: Int, to pdf: PDFFile) throws(Failure) -> PDFObject {
        let profile = header.profile.flatMap { ColorProfile($0, channels: header.channels) }
        let space = try ColorProfile.colorSpace(profile, channels: header.channels, in: pdf)
        var extra = ""
        if header.channels == 4, header.adobeTransform != nil { extra = "/Decode [1 0 1 0 1 0 1 0]" }
        if header.isStoredAsRGB { extra = "/DecodeParms << /ColorTransform 0 >>" }
        let reader = reader
        return try pdf.addStream(
            imageDictionary(frames[0], colorSpace: space, filter: "DCTDecode", extra: extra)
        ) { (sink) throws(Failure) in
            try reader.forEachPiece(at: 0, count: reader.count) { (piece) throws(Failure) in sink.write(piece)
            }
        }
    }
}

/// What the markers of a JPEG file say.
struct JPEGHeader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var channels = 0
    private(set) var orientation = 1
    private(set) var resolution: PictureFrame.Resolution?
    /// The transform of Adobe's APP14 marker, `nil` without one.
    private(set) var adobeTransform: Int?
    /// The ICC profile of the APP2 markers.
    private(set) var profile: [UInt8]?
    private var componentNames: [UInt8] = []
    private var profilePieces: [Int: [UInt8]] = [:]
    private let name: String

    /// Three components that are red, green and blue and say so only by their names.
    var isStoredAsRGB: Bool { channels == 3 && adobeTransform == nil && componentNames == Array("RGB".utf8) }

    init(_ reader: FileReader, named name: String) throws(Failure) {
        self.name = name
        var offset = 2
        for _ in 0..<10_000 {
            let head = try reader.bytes(at: offset, count: 4)
            guard head.count == 4 else { throw Failure(.incomplete, name, "its header is cut off") }
            guard head[0] == 0xFF else {
                throw Failure(.damaged, name, "a marker is missing at byte \(offset)")
            }
            if head[1] == 0xFF || head[1] == 0x01 || (0xD0...0xD8).contains(head[1]) {
                offset += head[1] == 0xFF ? 1 : 2
                continue
            }
            let length = head.big16(at: 2)
            guard length >= 2, head[1] != 0xD9 else {
                throw Failure(.damaged, name, "a marker has no length")
            }
            if head[1] == 0xDA { break }
            try take(head[1], reader.bytes(at: offset + 4, count: length - 2))
            offset += 2 + length
        }
        guard width > 0, channels > 0 else { throw Failure(.damaged, name, "it has no frame header") }
        joinProfile()
    }

    private mutating func take(_ marker: UInt8, _ segment: [UInt8]) throws(Failure) {
        switch marker {
        case 0xC0, 0xC1, 0xC2: try takeFrame(segment)
        case 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF:
            throw Failure(
                .unsupportedPicture, name, "a JPEG with lossless, hierarchical or arithmetic coding")
        case 0xE0 where segment.starts(with: Array("JFIF\0".utf8)): takeDensity(segment)
        case 0xE1 where segment.starts(with: Array("Exif\0\0".utf8)):
            takeExif(Exif(tiff: Array(segment.dropFirst(6))))
        case 0xE2 where segment.starts(with: Array("ICC_PROFILE\0".utf8)) && segment.count > 14:
            profilePieces[Int(segment[12])] = Array(segment.dropFirst(14))
        case 0xEE where segment.starts(with: Array("Adobe".utf8)) && segment.count >= 12:
            adobeTransform = Int(segment[11])
        default: break
        }
    }

    private mutating func takeFrame(_ segment: [UInt8]) throws(Failure) {
        guard segment.count >= 6, segment.count >= 6 + 3 * Int(segment[5]) else {
            throw Failure(.damaged, name, "its frame header is too short")
        }
        guard segment[0] == 8 else {
            throw Failure(.unsupportedPicture, name, "a JPEG of \(segment[0]) bits")
        }
        (height, width, channels) = (segment.big16(at: 1), segment.big16(at: 3), Int(segment[5]))
        componentNames = (0..<channels).map { segment[6 + 3 * $0] }
        guard [1, 3, 4].contains(channels), height > 0 else {
            throw Failure(.unsupportedPicture, name, "a JPEG of \(channels) channels and \(height) rows")
        }
    }

    private mutating func takeDensity(_ segment: [UInt8]) {
        guard segment.count >= 12, segment[7] == 1 || segment[7] == 2 else { return }
        let perUnit = segment[7] == 2 ? 2.54 : 1
        resolution = .init(
            horizontal: Double(segment.big16(at: 8)) * perUnit,
            vertical: Double(segment.big16(at: 10)) * perUnit)
    }

    private mutating func takeExif(_ exif: Exif?) {
        guard let exif else { return }
        orientation = exif.orientation
        if resolution == nil { resolution = exif.resolution }
    }

    private mutating func joinProfile() {
        guard let last = profilePieces.keys.max(), (1...last).allSatisfy({ profilePieces[$0] != nil }) else {
            return
        }
        profile = (1...last).flatMap { profilePieces[$0] ?? [] }
    }
}
