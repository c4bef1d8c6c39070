// The likeliest sequence of codes for a line: a beam of prefixes, each with the probability of all ways through the
// time steps that spell it (Graves 2012, section 7.5), which only spell characters the model knows. Words that the
// language does not know must be surer than those it knows.

internal import Glibc
internal import VectorShims

/// One search through the time steps of a line.
struct PrefixSearch {
    private static let beam = 16
    /// The probability of an unknown word is taken to this power.
    private static let unknownPower: Float = 2.25
    /// Prefixes less probable than the best times this are dropped.
    private static let leastShare: Float = 1e-4

    /// A prefix: another prefix and one code more.
    private struct Prefix {
        let parent: Int32
        let code: Int32
        /// Its place in the tree of codes.
        let node: Int32
        /// Longer prefixes, as a list through `sibling`.
        var child: Int32 = -1
        let sibling: Int32
        /// The time step at which it was last entered, and its place in the beam then.
        var step: Int32 = -1
        var place: Int32 = 0
        /// The greatest logarithm of its probability so far.
        var most = -Float.greatestFiniteMagnitude
        /// What a word that ends before its space costs.
        var cost: Float = 1
    }

    private struct Entry {
        let prefix: Int32
        /// Probability with and without a blank at the end.
        var blank: Float
        var code: Float
        var sum: Float { blank + code }
    }

    private let tree: CodeTree
    private let lexicon: Lexicon?
    /// The logarithm of what all probabilities were divided by.
    private var scale: Float = 0
    private var prefixes: ContiguousArray<Prefix>
    private var entries: ContiguousArray<Entry>
    private var next: ContiguousArray<Entry> = []

    init(_ tree: CodeTree, _ lexicon: Lexicon?) {
        (self.tree, self.lexicon) = (tree, lexicon)
        prefixes = [Prefix(parent: -1, code: -1, node: Int32(CodeTree.root), sibling: -1)]
        entries = [Entry(prefix: 0, blank: 1, code: 0)]
    }

    /// The likeliest codes.
    mutating func search(_ frames: [papertray_frame]) -> [Int] {
        for (step, frame) in frames.enumerated() { advance(Int32(step), frame) }
        let whole = entries.filter { isComplete(prefixes[Int($0.prefix)].node) }
        let ends = (whole.isEmpty ? ContiguousArray(entries) : ContiguousArray(whole)).map { entry in
            (prefix: entry.prefix, sum: entry.sum * cost(ofWordEndingAt: entry.prefix, sum: entry.sum))
        }
        let best = ends.max { $0.sum < $1.sum }
        var codes: [Int] = []
        var index = Int(best?.prefix ?? 0)
        while index > 0 {
            codes.append(Int(prefixes[index].code))
            index = Int(prefixes[index].parent)
        }
        return codes.reversed()
    }

    private func isComplete(_ node: Int32) -> Bool {
        Int(node) == CodeTree.root || tree.characters[Int(node)] >= 0
    }

    private mutating func advance(_ step: Int32, _ frame: papertray_frame) {
        next.removeAll(keepingCapacity: true)
        for entry in entries {
            let last = prefixes[Int(entry.prefix)].code
            add(entry.prefix, blank: entry.sum * frame.blank, code: 0, step)
            frame.forEach { code, probability in
                if code == last {
                    add(entry.prefix, blank: 0, code: entry.code * probability, step)
                    if entry.blank > 0, let longer = longer(entry, code) {
                        add(
                            longer, blank: 0, code: entry.blank * probability * prefixes[Int(longer)].cost,
                            step)
                    }
                } else if let longer = longer(entry, code) {
                    add(longer, blank: 0, code: entry.sum * probability * prefixes[Int(longer)].cost, step)
                }
            }
        }
        keepBest()
    }

    private mutating func keepBest() {
        var most: Float = 0
        for entry in next { most = max(most, entry.sum) }
        guard most > 0 else { return }
        let least = most * Self.leastShare
        scale += log(most)
        entries.removeAll(keepingCapacity: true)
        for var entry in next where entry.sum >= least {
            // Together they stay near one, which no number of steps makes vanish.
            entry.blank /= most
            entry.code /= most
            entries.append(entry)
            let index = Int(entry.prefix)
            prefixes[index].most = max(prefixes[index].most, log(entry.sum) + scale)
        }
        if entries.count > Self.beam {
            entries.sort { $0.sum > $1.sum }
            entries.removeLast(entries.count - Self.beam)
        }
    }

    private mutating func add(_ prefix: Int32, blank: Float, code: Float, _ step: Int32) {
        let index = Int(prefix)
        if prefixes[index].step == step {
            next[Int(prefixes[index].place)].blank += blank
            next[Int(prefixes[index].place)].code += code
        } else {
            prefixes[index].step = step
            prefixes[index].place = Int32(next.count)
            next.append(Entry(prefix: prefix, blank: blank, code: code))
        }
    }

    /// The prefix with one code more; `nil` where that spells nothing.
    private mutating func longer(_ entry: Entry, _ code: Int32) -> Int32? {
        let prefix = entry.prefix
        var child = prefixes[Int(prefix)].child
        while child >= 0 {
            if prefixes[Int(child)].code == code { return child }
            child = prefixes[Int(child)].sibling
        }
        let node = Int(prefixes[Int(prefix)].node)
        let after =
            tree.node(after: node, Int(code))
            ?? (isComplete(Int32(node)) ? tree.node(after: CodeTree.root, Int(code)) : nil)
        guard let after else { return nil }
        let made = Int32(prefixes.count)
        var longer = Prefix(
            parent: prefix, code: code, node: Int32(after), sibling: prefixes[Int(prefix)].child)
        if tree.characters[after] == CharacterTable.space {
            longer.cost = cost(ofWordEndingAt: prefix, sum: entry.sum)
        }
        prefixes.append(longer)
        prefixes[Int(prefix)].child = made
        return made
    }

    /// What the word at the end of a prefix costs for being unknown, as a factor.
    private func cost(ofWordEndingAt prefix: Int32, sum: Float) -> Float {
        guard let lexicon else { return 1 }
        var characters: [Int] = []
        var index = Int(prefix)
        while index > 0 {
            let node = Int(prefixes[index].node)
            if tree.characters[node] == CharacterTable.space { break }
            // Codes of a sequence but the last stand for nothing by themselves.
            if tree.characters[node] >= 0 { characters.append(Int(tree.characters[node])) }
            index = Int(prefixes[index].parent)
        }
        guard !characters.isEmpty, !lexicon.knows(characters.reversed()) else { return 1 }
        let start = index == 0 ? 0 : prefixes[index].most
        return exp(min(0, log(sum) + scale - start) * (Self.unknownPower - 1))
    }
}

extension papertray_frame {
    /// The likely codes with their probabilities.
    func forEach(_ body: (_ code: Int32, _ probability: Float) -> Void) {
        withUnsafePointer(to: self) { frame in
            let (codes, probabilities) = (frame.pointee.codes, frame.pointee.probabilities)
            withUnsafeBytes(of: codes) { codes in
                withUnsafeBytes(of: probabilities) { probabilities in
                    for index in 0..<Int(frame.pointee.count) {
                        body(
                            codes.load(fromByteOffset: index * 4, as: Int32.self),
                            probabilities.load(fromByteOffset: index * 4, as: Float.self))
                    }
                }
            }
        }
    }

    /// The probability of a code at this step; `nil` where it is small.
    func probability(of code: Int) -> Float? {
        var found: Float?
        forEach { if Int($0) == code { found = $1 } }
        return found
    }
}
