// Versions of the libraries that are linked here, for diagnostics.

internal import CurlShims

package enum LinkedLibraries {
    /// libcurl and what it uses. Corresponds to `curl_version`.
    package static var curl: String { String(cString: papertray_curl_version()) }
}
