// Wall-clock moments. Durations are measured with ContinuousClock; these are only for records and names.

internal import Glibc
internal import PlatformShims

/// A moment in milliseconds since 1970, UTC.
package enum Moment {
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Microseconds since the machine started, without the time it slept: CLOCK_MONOTONIC.
    static func sinceBootInMicroseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// RFC 3339 in UTC, to the second.
    package static func rfc3339(_ milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds < 0 ? (milliseconds - 999) / 1000 : milliseconds / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return "\(pad(parts.tm_year + 1900, 4))-\(pad(parts.tm_mon + 1))-\(pad(parts.tm_mday))"
            + "T\(pad(parts.tm_hour)):\(pad(parts.tm_min)):\(pad(parts.tm_sec))Z"
    }

    /// A mail's date in UTC, as RFC 5322 has it.
    package static func mailDate(_ milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(days[Int(parts.tm_wday)]), \(parts.tm_mday) \(months[Int(parts.tm_mon)]) "
            + "\(pad(parts.tm_year + 1900, 4)) \(pad(parts.tm_hour)):\(pad(parts.tm_min)):\(pad(parts.tm_sec)) +0000"
    }

    /// Year, month, day, hour, minute and second in the machine's time zone.
    package static func localFields(_ milliseconds: Int64) -> [Int] {
        var fields = [Int32](repeating: 0, count: 6)
        papertray_local_time(milliseconds / 1000, &fields)
        return fields.map(Int.init)
    }

    /// When the day of a moment began in the machine's time zone, both in milliseconds since 1970.
    package static func startOfDay(_ milliseconds: Int64) -> Int64 {
        let fields = localFields(milliseconds)
        let seconds = Int64(fields[3] * 3600 + fields[4] * 60 + fields[5])
        return (milliseconds / 1000 - seconds) * 1000
    }

    private static func pad(_ number: Int32, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
