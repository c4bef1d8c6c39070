// Recognition of lines of text: pictures in; characters with places and certainties out. Reads the 8-bit LSTM models
// that Tesseract uses; a model of any other kind is refused, and its user has to find another way.

internal import Glibc
internal import VectorShims

/// A loaded model for lines of text.
package final class LineRecognizer {
    /// Lines that go through the network together.
    private static let batch = 24
    /// Below this mean probability of its characters a line is tried with black and white exchanged.
    private static let invertedBelow = 0.7
    /// Wider pictures are left out.
    private static let mostPixels = 1 << 14

    private let network: LineNetwork
    private let tree: CodeTree
    private let table: CharacterTable
    private let lexicon: Lexicon?
    private let blank: Int

    /// The height of the pictures it reads, in pixels.
    package var height: Int { network.height }

    /// `nil` for a file that is not such a model.
    package convenience init?(model bytes: [UInt8], kind: VectorKind = .best) {
        guard let model = try? Model(bytes, kind) else { return nil }
        self.init(model)
    }

    private init(_ model: Model) {
        (network, tree, table, blank) = (model.network, model.tree, model.table, model.blank)
        lexicon = model.lexicon
    }

    /// The parts of a model.
    private struct Model {
        let network: LineNetwork
        let tree: CodeTree
        let table: CharacterTable
        let lexicon: Lexicon?
        let blank: Int

        init(_ bytes: [UInt8], _ kind: VectorKind) throws(ModelFault) {
            let file = try ModelFile(bytes)
            var reader = try file.reader(of: .network)
            let layer = try Layer(&reader)
            // The network's specification, flags and counts of training come before the code of the blank.
            _ = try reader.string()
            try reader.skip(12)
            blank = Int(try reader.number(Int32.self))
            network = try LineNetwork(layer, kind: kind)
            table = try CharacterTable(try file.reader(of: .characters))
            lexicon = Lexicon(file, table)
            tree = try CodeTree(try file.reader(of: .codes), blank: blank)
            guard tree.codeCount == network.classes,
                tree.characters.allSatisfy({ $0 < Int32(table.texts.count) })
            else { throw .inconsistent("codes") }
        }
    }

    /// Reads pictures of this recogniser's height, of any widths. `nil` where `isTimeUp` became true before the end,
    /// or without memory; pictures without ink, too narrow or too wide give empty readings.
    package func read(_ pictures: [LinePicture], isTimeUp: () -> Bool) -> [LineReading]? {
        var readings = [LineReading](repeating: LineReading(characters: []), count: pictures.count)
        let fit = pictures.indices.filter {
            pictures[$0].height == height
                && (LineNetwork.pixelsPerStep...Self.mostPixels).contains(pictures[$0].width)
                && !pictures[$0].isPlain
        }
        // Lines of like lengths together.
        let order = fit.sorted { pictures[$0].width > pictures[$1].width }
        for start in stride(from: 0, to: order.count, by: Self.batch) {
            if isTimeUp() { return nil }
            let some = Array(order[start..<min(start + Self.batch, order.count)])
            guard let read = readTogether(some.map { pictures[$0] }) else { return nil }
            for (index, reading) in zip(some, read) { readings[index] = reading }
        }
        return readings
    }

    private func readTogether(_ pictures: [LinePicture]) -> [LineReading]? {
        guard var frames = network.run(pictures, blank: blank) else { return nil }
        let doubtful = frames.indices.filter { frames[$0].sureness < Self.invertedBelow }
        if !doubtful.isEmpty {
            let inverted = doubtful.compactMap { pictures[$0].inverted }
            guard let others = network.run(inverted, blank: blank) else { return nil }
            for (index, other) in zip(doubtful, others) where other.sureness > frames[index].sureness {
                frames[index] = other
            }
        }
        return frames.map { frames in
            var search = PrefixSearch(tree, lexicon)
            let codes = search.search(frames)
            return LineReading(
                codes, Alignment(of: codes, in: frames), steps: frames.count, tree: tree, table: table,
                pixelsPerStep: Double(LineNetwork.pixelsPerStep))
        }
    }
}

extension [papertray_frame] {
    /// The mean probability of those steps at which a character is likelier than none.
    fileprivate var sureness: Double {
        var (sum, count) = (0.0, 0)
        for frame in self where frame.count > 0 && frame.probabilities.0 > frame.blank {
            sum += Double(frame.probabilities.0)
            count += 1
        }
        return count == 0 ? 0 : sum / Double(count)
    }
}
