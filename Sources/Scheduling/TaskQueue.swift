// Turn-taking: whoever has tasks waiting gets one done before anybody gets a second one, so a book of 900 pages never
// blocks a receipt, and all workers work on the book when nothing else waits. Pure.

/// Waiting items, by key, handed out in turns.
struct TaskQueue<Item> {
    private var waiting: [String: [Item]] = [:]
    private var turns: [String] = []

    var isEmpty: Bool { turns.isEmpty }

    mutating func append(_ item: Item, for key: String) {
        if waiting[key] == nil { turns.append(key) }
        waiting[key, default: []].append(item)
    }

    /// The next item; its key goes to the end of the line.
    mutating func next() -> Item? {
        guard !turns.isEmpty else { return nil }
        let key = turns.removeFirst()
        guard var items = waiting[key], !items.isEmpty else { return nil }
        let item = items.removeFirst()
        if items.isEmpty {
            waiting[key] = nil
        } else {
            waiting[key] = items
            turns.append(key)
        }
        return item
    }

    /// Takes out everything of one key.
    mutating func removeAll(for key: String) -> [Item] {
        turns.removeAll { $0 == key }
        return waiting.removeValue(forKey: key) ?? []
    }

    /// Takes out everything.
    mutating func removeAll() -> [Item] {
        let items = turns.flatMap { waiting[$0] ?? [] }
        turns = []
        waiting = [:]
        return items
    }
}
