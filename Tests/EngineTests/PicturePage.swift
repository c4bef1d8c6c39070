// Documents made by hand: one page with one picture, as a scanner or a converter would write it.

internal import Foundation

/// A page of the note's size that shows an image XObject with this matrix, and what is drawn before and after it; `/F` is
/// Helvetica.
func picturePage(
    _ dictionary: String, _ data: Data, matrix: String = "419.4 0 0 297.72 0 0",
    box: String = "0 0 419.4 297.72", extra: String = "", before: String = "", after: String = ""
) -> Data {
    var pdf = Data("%PDF-1.5\n".utf8)
    var offsets: [Int] = []
    func add(_ head: String, _ stream: Data? = nil) {
        offsets.append(pdf.count)
        pdf += Data("\(offsets.count) 0 obj\n\(head)".utf8)
        if let stream { pdf += Data("\nstream\n".utf8) + stream + Data("\nendstream".utf8) }
        pdf += Data("\nendobj\n".utf8)
    }
    let contents = Data("\(before) q \(matrix) cm /I Do Q \(after)".utf8)
    add("<< /Type /Catalog /Pages 2 0 R >>")
    add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
    add(
        """
        << /Type /Page /Parent 2 0 R /MediaBox [\(box)] \(extra) /Contents 4 0 R
        /Resources << /XObject << /I 5 0 R >> /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>
        >>
        """)
    add("<< /Length \(contents.count) >>", contents)
    add("<< /Type /XObject /Subtype /Image /Length \(data.count) \(dictionary) >>", data)
    let start = pdf.count
    pdf += Data("xref\n0 6\n0000000000 65535 f \n".utf8)
    for offset in offsets {
        let digits = String(offset)
        pdf += Data("\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n".utf8)
    }
    pdf += Data("trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n".utf8)
    return pdf
}

/// The gray pixels of the note, as poppler draws it.
func note() throws -> (gray: [UInt8], width: Int, height: Int) {
    let job = try JobFolder("scan.jpg")
    let pdf = try job.step("convert")
    let target = job.url.appending(path: "note")
    try tool("pdftoppm", "-r", "200", "-gray", "-singlefile", pdf.path(), target.path())
    let data = [UInt8](try Data(contentsOf: target.appendingPathExtension("pgm")))
    let head = String(decoding: data.prefix(40), as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let (width, height) = (Int(head[1]) ?? 0, Int(head[2]) ?? 0)
    return (Array(data.suffix(width * height)), width, height)
}

/// The note as 8-bit gray samples on a page.
func notePage(
    matrix: String = "419.4 0 0 297.72 0 0", box: String = "0 0 419.4 297.72", extra: String = "",
    before: String = "", after: String = ""
) throws -> Data {
    let (gray, width, height) = try note()
    return picturePage(
        "/Width \(width) /Height \(height) /ColorSpace /DeviceGray /BitsPerComponent 8", Data(gray),
        matrix: matrix, box: box, extra: extra, before: before, after: after)
}
