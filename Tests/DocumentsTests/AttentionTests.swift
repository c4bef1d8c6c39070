internal import Documents
internal import Testing

@Suite struct AttentionTests {
    private static let day: Int64 = 86_400_000
    private static let now: Int64 = 100 * day + 10_000

    private func attention(since: Int64, isPostponed: Bool = false, isDone: Bool = false) -> Attention {
        var attention = Attention(
            .lowConfidence, mark: 80, pages: [.init(document: 0, page: 3, confidence: 41)], since: since)
        attention.postponedAt = isPostponed ? Self.now : nil
        attention.doneAt = isDone ? Self.now : nil
        return attention
    }

    @Test(
        arguments: [
            (now - 5_000, [.today, .week, .all]), (now - 20_000, [.week, .all]),
            (now - 6 * day, [.week, .all]),
            (now - 8 * day, [.all]),
        ] as [(Int64, [ReviewList])])
    func ageDecidesOnTheList(since: Int64, lists: [ReviewList]) {
        let attention = attention(since: since)
        #expect(
            ReviewList.allCases.filter { $0.holds(attention, now: Self.now, midnight: 100 * Self.day) }
                == lists)
    }

    @Test func postponedIsForLaterAndDoneIsNowhere() {
        let later = attention(since: Self.now, isPostponed: true)
        let done = attention(since: Self.now, isPostponed: true, isDone: true)
        func lists(_ attention: Attention) -> [ReviewList] {
            ReviewList.allCases.filter { $0.holds(attention, now: Self.now, midnight: 0) }
        }
        #expect(lists(later) == [.later, .all])
        #expect(lists(done).isEmpty && !done.isOpen)
    }

    @Test func qualityNamesThePagesBelowTheMark() {
        let quality = TextQuality(confidences: [80, nil, 79.9, 12])
        #expect(quality.pages(below: 80).map(\.page) == [3, 4])
        #expect(quality.pages(below: 0).isEmpty)
    }
}
