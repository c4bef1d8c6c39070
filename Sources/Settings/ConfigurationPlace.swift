// Where the configuration is when nobody says so.

internal import Glibc
package import Platform

package enum ConfigurationPlace {
    /// `$PAPERTRAY_CONFIG`, else `./Config` where it exists, else `/etc/papertray`.
    package static func standard() -> Path {
        if let value = getenv("PAPERTRAY_CONFIG") { return Path(String(cString: value)) }
        return access("Config/papertray.toml", F_OK) == 0 ? "Config" : "/etc/papertray"
    }

    /// The user that owns the configuration, whom commands of other users take for the service's; the superuser where
    /// there is none.
    package static func owner(of directory: Path) -> UInt32 {
        do { return try Directory(directory).status().owner } catch { return 0 }
    }
}
