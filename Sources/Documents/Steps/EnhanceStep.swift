// The declaration of `enhance`: scanned and photographed pages made even, level, clean and small. Pages with text of
// their own stay as they are.

extension StepDeclaration {
    package static let enhance = StepDeclaration(
        "enhance",
        summary: "Even the light of scanned and photographed pages, level, clean and crop them",
        accepts: [.pdf],
        keepsPageCount: true,
        options: [
            EnhanceOption.color, EnhanceOption.deskew, EnhanceOption.shadows, EnhanceOption.sharpen,
            EnhanceOption.crop, EnhanceOption.cropBox, EnhanceOption.despeckle, EnhanceOption.pages,
        ],
        requirements: [
            OptionRequirement(EnhanceOption.crop, is: "box", needs: EnhanceOption.cropBox, count: 4)
        ])
}

/// The options of `enhance`, by name.
package enum EnhanceOption {
    package static let color = OptionDeclaration(
        "color", .choice(EnhanceOptions.Color.allCases.map(\.rawValue)), default: .text("keep"),
        help:
            "Colours of the result: those of the scan, gray, black and white, or for each page the fewest that "
            + "show what is on it")
    package static let deskew = OptionDeclaration(
        "deskew", .boolean, default: .boolean(false), help: "Make pages level whose lines lean")
    package static let shadows = OptionDeclaration(
        "shadows", .choice(["keep", "remove"]), default: .text("remove"),
        help: "Make the paper equally light everywhere; photographs on the page keep their tones")
    package static let sharpen = OptionDeclaration(
        "sharpen", .boolean, default: .boolean(false), help: "Make soft edges of letters and lines crisp")
    package static let crop = OptionDeclaration(
        "crop", .choice(EnhanceOptions.CropChoice.allCases.map(\.rawValue)), default: .text("none"),
        help:
            "Cut pages to what is printed on them, without the scanner's black edges and with a small rim, or to "
            + "the box that crop_box says")
    package static let cropBox = OptionDeclaration(
        "crop_box", .list(of: .length(0...14_400), minimumCount: 4),
        help:
            "What stays of each page with crop = box: left, top, width, height, from the top left corner of the "
            + "page as seen")
    package static let despeckle = OptionDeclaration(
        "despeckle", .boolean, default: .boolean(false),
        help: "Remove specks of dust that are smaller than the dots of letters or lie far from any")
    package static let pages = OptionDeclaration(
        "pages", .pages, help: "Only these pages")
}

/// The decoded options of `enhance`.
package struct EnhanceOptions: Sendable, Hashable {
    package enum Color: String, Sendable, CaseIterable {
        case keep
        case gray
        case bw
        case auto
    }

    package enum CropChoice: String, Sendable, CaseIterable {
        case none
        case auto
        case box
    }

    /// A rectangle in points from the top left corner of a page as seen.
    package struct Area: Sendable, Hashable {
        package let left: Double
        package let top: Double
        package let width: Double
        package let height: Double
    }

    package enum Crop: Sendable, Hashable {
        case none
        case auto
        case box(Area)
    }

    package let color: Color
    package let deskews: Bool
    package let removesShadows: Bool
    package let sharpens: Bool
    /// `nil` where the box is wanted and missing.
    package let crop: Crop?
    package let despeckles: Bool
    package let pages: PageSelection?

    package init(_ options: StepOptions) {
        color = options[EnhanceOption.color]?.text.flatMap(Color.init(rawValue:)) ?? .keep
        deskews = options[EnhanceOption.deskew]?.boolean ?? false
        removesShadows = options[EnhanceOption.shadows]?.text != "keep"
        sharpens = options[EnhanceOption.sharpen]?.boolean ?? false
        despeckles = options[EnhanceOption.despeckle]?.boolean ?? false
        pages = options[EnhanceOption.pages]?.text.flatMap { PageSelection($0) }
        switch options[EnhanceOption.crop]?.text.flatMap(CropChoice.init(rawValue:)) ?? .none {
        case .none: crop = Crop.none
        case .auto: crop = .auto
        case .box:
            let numbers = options[EnhanceOption.cropBox]?.list?.compactMap(\.number) ?? []
            crop =
                numbers.count == 4
                ? .box(Area(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])) : nil
        }
    }
}
