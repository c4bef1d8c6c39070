// swift-tools-version: 6.2
// Papertray's targets. Imports only go down this page: a target may use targets of the levels above its own
// block and never a neighbour; `--explicit-target-dependency-import-check error` holds every build to it.
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A C library from a Debian package, seen through one header.
func library(_ name: String, pkgConfig: String? = nil, package: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// Our own C or C++ beside such a library, for what Swift cannot call. Arithmetic is optimised in debug builds too:
/// without that, tests of what it is used for take minutes.
func shims(
    _ name: String, using libraries: [Target.Dependency] = [], linking linked: [String] = [],
    optimized: Bool = false
) -> Target {
    .target(
        name: name, dependencies: libraries, path: "Sources/CLibraries/\(name)",
        cSettings: optimized ? [.unsafeFlags(["-O2"])] : [],
        linkerSettings: linked.map { .linkedLibrary($0) })
}

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func executable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let libraries: [Target] = [
    library("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
    library("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    library("CInotifyTools", package: "libinotifytools0-dev"),
    library("CQPDF", pkgConfig: "libqpdf", package: "libqpdf-dev"),
    // Its pkg-config file would have the worker link libcurl and libarchive, which only the library itself needs.
    library("CTesseract", package: "libtesseract-dev"),
    library("CLeptonica", pkgConfig: "lept", package: "libleptonica-dev"),
    library("CPoppler", pkgConfig: "poppler-glib", package: "libpoppler-glib-dev"),
    library("CHeif", pkgConfig: "libheif", package: "libheif-dev"),
    library("CMagic", pkgConfig: "libmagic", package: "libmagic-dev"),
    shims("PlatformShims"),
    shims("SandboxShims", linking: ["seccomp"]),
    shims("TOMLShims", linking: ["tomlplusplus"]),
    shims("QPDFShims", using: ["CQPDF"]),
    shims("VectorShims", optimized: true),
    shims("TesseractShims", using: ["CTesseract"]),
    shims("PictureShims", linking: ["jpeg", "png", "tiff", "z"]),
    shims("CurlShims", linking: ["curl"]),
    shims("MicroHTTPDShims", linking: ["microhttpd"]),
]

let words: [Target] = [
    module("Documents", []),
    module("Platform", ["PlatformShims", "CCrypto"]),
    module("LineRecognition", ["VectorShims"]),
]

let records: [Target] = [
    module("Rules", ["Documents"]),
    module("Settings", ["Documents", "Platform", "TOMLShims"]),
    module("Ledger", ["Documents", "Platform", "CSQLite"]),
]

let stages: [Target] = [
    module("Intake", ["Documents", "Platform", "Settings", "Ledger", "CInotifyTools"]),
    module("Scheduling", ["Documents", "Platform", "Ledger"]),
    module("Delivery", ["Documents", "Platform", "Rules", "Settings", "Ledger", "CurlShims"]),
    module("Console", ["Documents", "Platform", "CurlShims", "MicroHTTPDShims"]),
    module(
        "Engine",
        [
            "Documents", "Platform", "LineRecognition", "SandboxShims", "QPDFShims", "TesseractShims",
            "PictureShims",
            "CQPDF", "CTesseract", "CLeptonica", "CPoppler", "CHeif", "CMagic",
        ]),
]

let executables: [Target] = [
    executable(
        "papertrayd",
        [
            "Documents", "Platform", "Rules", "Settings", "Ledger", "Intake", "Scheduling", "Delivery",
            "Console",
        ]),
    executable(
        "papertray",
        ["Documents", "Platform", "Rules", "Settings", "Scheduling", "Delivery", "Console"]),
    executable("papertray-worker", ["Documents", "Platform", "Engine"]),
]

let proofs: [Target] = [
    .target(
        name: "TestSupport", dependencies: ["Documents", "Platform"], path: "Tests/TestSupport",
        swiftSettings: strict),
    .executableTarget(
        name: "FakeWorker", dependencies: ["Documents", "Platform"], path: "Tests/FakeWorker",
        swiftSettings: strict),
    tests("DocumentsTests", ["Documents"]),
    tests("PlatformTests", ["Platform", "TestSupport"]),
    tests("LedgerTests", ["Ledger", "Documents", "Platform", "TestSupport"]),
    tests("IntakeTests", ["Intake", "Documents", "Platform", "Settings", "Ledger", "TestSupport"]),
    tests("SchedulingTests", ["Scheduling", "Documents", "Platform", "Ledger", "TestSupport", "FakeWorker"]),
    tests("DeliveryTests", ["Delivery", "Documents", "Platform", "Settings", "Ledger", "TestSupport"]),
    tests("RulesTests", ["Rules", "Documents"]),
    tests("SettingsTests", ["Settings", "Documents", "Platform"]),
    tests("LineRecognitionTests", ["LineRecognition", "VectorShims"]),
    tests("EngineTests", ["Engine", "Documents", "LineRecognition", "Platform"]),
    tests("EndToEndTests", ["Documents", "Platform"]),
]

let package = Package(
    name: "papertray",
    products: [
        .executable(name: "papertrayd", targets: ["papertrayd"]),
        .executable(name: "papertray", targets: ["papertray"]),
        .executable(name: "papertray-worker", targets: ["papertray-worker"]),
    ],
    targets: libraries + words + records + stages + executables + proofs,
    cxxLanguageStandard: .cxx17
)
