// The version that every command and the control socket report.

package let papertrayVersion = "0.1.0"
