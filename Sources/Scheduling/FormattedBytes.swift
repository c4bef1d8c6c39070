// Sizes in sentences.

/// Bytes as people read them, in decimal units.
package func formatted(bytes: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var value = Double(bytes)
    var unit = 0
    while (value * 10).rounded() >= 10_000, unit < units.count - 1 {
        value /= 1000
        unit += 1
    }
    let tenths = (value * 10).rounded()
    let text =
        tenths.truncatingRemainder(dividingBy: 10) == 0 ? String(Int(tenths / 10)) : String(tenths / 10)
    return "\(text) \(units[unit])"
}
