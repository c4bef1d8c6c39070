// What finished steps have cost: numbers of pages, bytes and milliseconds, for estimates.

package import Documents

extension Ledger {
    /// The newest finished steps.
    package func stepSamples(limit: Int = 500) throws(LedgerError) -> [StepSample] {
        var samples: [StepSample] = []
        try connection.query(
            """
            SELECT made.step, made.options, made.pages, made.quality, made.milliseconds, made.bytes, source.bytes
            FROM revisions AS made JOIN revisions AS source
                ON source.job = made.job AND source.number = made.parent
            WHERE made.milliseconds IS NOT NULL ORDER BY made.at DESC LIMIT ?1
            """, [.integer(Int64(limit))]
        ) { row throws(LedgerError) in
            let quality = try row.optionalText(3).map { text throws(LedgerError) in
                try decoded(TextQuality.self, from: text)
            }
            samples.append(
                StepSample(
                    step: PlannedStep(row.text(0), try decoded(StepOptions.self, from: row.text(1))),
                    pages: quality?.confidences.count { $0 != nil } ?? Int(row.integer(2)),
                    milliseconds: Int(row.integer(4)), bytes: Int(row.integer(5)),
                    sourceBytes: Int(row.integer(6))))
        }
        return samples
    }
}
