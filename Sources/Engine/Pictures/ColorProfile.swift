// ICC profiles of pictures. A profile is kept where it fits the picture's channels; a broken one is left out, since
// it would make readers refuse the picture.

internal import Documents

/// An ICC profile as found in a picture file.
struct ColorProfile {
    let bytes: [UInt8]

    /// - Parameter channels: 1, 3 or 4.
    init?(_ bytes: [UInt8], channels: Int) {
        let signatures = [1: "GRAY", 3: "RGB ", 4: "CMYK"]
        guard bytes.count >= 132, bytes.count <= 8 << 20, bytes.big32(at: 0) <= bytes.count,
            bytes[36..<40].elementsEqual("acsp".utf8), let space = signatures[channels],
            bytes[16..<20].elementsEqual(space.utf8)
        else { return nil }
        self.bytes = bytes
    }

    /// The colour space of an image with this many channels and, where there is one, this profile.
    static func colorSpace(
        _ profile: ColorProfile?, channels: Int, in pdf: PDFFile
    ) throws(Failure) -> String {
        let device = [1: "/DeviceGray", 4: "/DeviceCMYK"][channels] ?? "/DeviceRGB"
        guard let profile else { return device }
        let stream = try pdf.addStream("<< /N \(channels) /Alternate \(device) >>", profile.bytes)
        return "[/ICCBased \(stream.reference)]"
    }
}
