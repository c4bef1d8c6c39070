// A ticket as it lies beside its document: a TOML file with one table for each step, named after the step.

package import Documents

extension Ticket {
    /// The largest ticket that is read, in bytes.
    package static let limit = 65_536

    /// Reads the text of a ticket.
    /// - Throws: The first mistake with its line, in words for the dropper.
    package init(reading bytes: [UInt8]) throws(OptionMistake) {
        let log = MistakeLog(file: "ticket")
        let table: TOMLTable
        do throws(TOMLSyntaxError) { table = try TOMLTable.parse(bytes) } catch {
            throw OptionMistake("line \(error.position.line): \(error.message)")
        }
        let names = StepCatalogue.all.map(\.name)
        var steps: [PlannedStep] = []
        for entry in table.entries {
            guard let declaration = StepCatalogue.step(named: entry.key) else {
                log.note(entry.keyPosition, SectionReader.unknown(entry.key, among: names, in: "a ticket"))
                continue
            }
            guard let options = entry.value.table else {
                log.note(entry.value.position, "\(entry.key): \(entry.value.written) is not a table")
                continue
            }
            if let read = StepOptions(reading: options, of: declaration, log) {
                steps.append(PlannedStep(declaration.name, read))
            }
        }
        if let first = log.inReadingOrder.first {
            throw OptionMistake("line \(first.line): \(first.message)")
        }
        self.init(steps)
    }
}
