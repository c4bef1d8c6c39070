// The tree keeps the order and the places of the document, and errors keep theirs.

@testable internal import Settings
internal import Testing

@Suite struct TOMLParserTests {
    @Test func keepsOrderAndPlaces() throws {
        let table = try TOMLTable.parse(
            Array("z = 1\n  a = [true, 1.5, \"x\\u0000y\"]\n\"键\" = { b = 1979-05-27 }\n".utf8))
        #expect(table.entries.map(\.key) == ["z", "a", "键"])
        #expect(table.entries.map(\.keyPosition.column) == [1, 3, 1])
        let list = try #require(table["a"]?.array)
        #expect(list.map(\.position) == [8, 14, 19].map { Position(line: 2, column: $0) })
        #expect(list.last?.text == "x\0y")
        #expect(list.map(\.written).prefix(2) == ["true", "1.5"])
        #expect(table["键"]?.table?["b"]?.written == "a date")
        #expect(table.position(of: "none") == Position(line: 1, column: 1))
    }

    @Test(arguments: [
        ("a = = 1", 1, 5), ("a = 1\na = 2", 2, 5), ("[t]\nx = \"open\n", 2, 10), ("a = 1 b = 2", 1, 7),
    ]) func keepsPlaceOfError(text: String, line: Int, column: Int) {
        do throws(TOMLSyntaxError) {
            _ = try TOMLTable.parse(Array(text.utf8))
            Issue.record("taken: \(text)")
        } catch {
            #expect(error.position == Position(line: line, column: column), "\(error.message)")
            #expect(!error.message.isEmpty)
        }
    }

    @Test(arguments: [
        "a = " + String(repeating: "[", count: 100_000), "x = " + String(repeating: "{a=", count: 100_000),
        String(repeating: "a.", count: 400_000) + "a = 1",
        "[a" + String(repeating: ".a", count: 400_000) + "]",
        String(repeating: "x = [{'k'.\"k\"", count: 1) + String(repeating: ".k", count: 100) + " = 1}]",
    ]) func refusesDeepNesting(text: String) {
        #expect(throws: TOMLSyntaxError.self) { try TOMLTable.parse(Array(text.utf8)) }
    }

    @Test func countsNoDotsInStringsAndComments() throws {
        let dots = String(repeating: ".", count: 3000)
        let text = """
            a = "\(dots)\\"\(dots)"  # \(dots)
            b = '\(dots)'
            c = \"\"\"\(dots)"\(dots)
            \(dots)\"\"\"\"
            d = '''\(dots)'\(dots)'''
            e = 1.5
            """
        #expect(try TOMLTable.parse(Array(text.utf8)).entries.map(\.key) == ["a", "b", "c", "d", "e"])
    }

    @Test func readsNothing() throws {
        #expect(try TOMLTable.parse([]).entries.isEmpty)
    }
}
