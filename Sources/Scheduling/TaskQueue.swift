// Turn-taking. Work of a higher priority goes first. Within one priority, whoever has had the fewest tasks done goes
// next, so a receipt overtakes a book of 900 pages; every fourth turn goes to whoever has waited longest, so the book
// gets on too, and all workers work on it when nothing else waits. Pure.

internal import Documents

/// Waiting items, by key, handed out in turns.
struct TaskQueue<Item> {
    private struct Line {
        var items: [Item] = []
        var priority: Priority
        /// The turn in which it was served last or began to wait, and its place among those of one turn.
        var since: (turn: Int, arrival: Int)
    }

    private static var turnsForTheLongestWait: Int { 4 }

    private var lines: [String: Line] = [:]
    /// How many items each key has been given, until it is forgotten.
    private var served: [String: Int] = [:]
    private var turn = 0
    private var arrivals = 0

    var isEmpty: Bool { lines.isEmpty }

    mutating func append(_ item: Item, for key: String, priority: Priority = .normal) {
        arrivals += 1
        lines[key, default: Line(priority: priority, since: (turn, arrivals))].items.append(item)
    }

    /// The next item.
    mutating func next() -> Item? {
        guard let highest = lines.values.map(\.priority).max() else { return nil }
        turn += 1
        let candidates = lines.filter { $0.value.priority == highest }
        let isForTheLongestWait = turn % Self.turnsForTheLongestWait == 0
        let chosen = candidates.min { left, right in
            let (one, other) = (served[left.key] ?? 0, served[right.key] ?? 0)
            return !isForTheLongestWait && one != other
                ? one < other : left.value.since < right.value.since
        }
        return chosen.flatMap { take(from: $0.key) }
    }

    /// The next item of one key, whoever else waits.
    mutating func next(for key: String) -> Item? {
        guard lines[key] != nil else { return nil }
        turn += 1
        return take(from: key)
    }

    private mutating func take(from key: String) -> Item? {
        guard var line = lines[key] else { return nil }
        let item = line.items.removeFirst()
        line.since = (turn, 0)
        lines[key] = line.items.isEmpty ? nil : line
        served[key, default: 0] += 1
        return item
    }

    /// Whether a key would be next if it had an item: it has none, and everybody who waits has had more.
    func isWorthWaiting(for key: String, priority: Priority) -> Bool {
        guard let highest = lines.values.map(\.priority).max(), lines[key] == nil else { return false }
        if priority != highest { return priority > highest }
        let had = served[key] ?? 0
        return lines.allSatisfy { $0.value.priority < highest || (served[$0.key] ?? 0) > had }
    }

    /// Takes out everything of one key.
    mutating func removeAll(for key: String) -> [Item] {
        lines.removeValue(forKey: key)?.items ?? []
    }

    /// Takes out everything.
    mutating func removeAll() -> [Item] {
        let items = lines.sorted { $0.value.since < $1.value.since }.flatMap(\.value.items)
        lines = [:]
        return items
    }

    /// Forgets how much a key has been given.
    mutating func forget(_ key: String) { served[key] = nil }
}
