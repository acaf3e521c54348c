import PopAudit
import Testing

@Suite struct PreemptLostTests {
  private func preempted(_ wish: String, then decision: String, root: String = "idle") -> [String] {
    found(
      .preemptLost,
      in: """
        0 popup.submitted 1 onHigher=\(wish) expires=50
        0 popup.shown 1
        10 popup.submitted 2
        100 \(root)
        100 popup.hidden 1 preempted
        100 \(decision)
        100 popup.shown 2
        """)
  }

  @Test func requeueMustBringItBackInTheSameStep() {
    #expect(preempted("requeue", then: "popup.restored 1") == [])
    #expect(preempted("requeue", then: "popup.queued 1 slot") == [])
    #expect(preempted("requeue", then: "popup.dropped 1 preempted") == ["1"])
    #expect(preempted("requeue", then: "cover.added 2") == ["1"])
    #expect(preempted("requeue", then: "cover.added 2\n110 idle\n110 popup.restored 1") == ["1"])
  }

  @Test func dropMustDropIt() {
    #expect(preempted("drop", then: "popup.dropped 1 preempted") == [])
    #expect(preempted("drop", then: "popup.restored 1") == ["1"])
    #expect(preempted("drop", then: "cover.added 2") == ["1"])
  }

  @Test func aReasonThatHoldsIsAsGood() {
    #expect(preempted("requeue", then: "popup.dropped 1 expired") == [])
    #expect(preempted("drop", then: "popup.dropped 1 expired") == [])
    #expect(preempted("requeue", then: "popup.dropped 1 page-removed") == ["1"])
    #expect(preempted("requeue", then: "popup.withdrawn 1 re") == [])
  }

  @Test func stayMustNotBePreempted() {
    #expect(preempted("stay", then: "popup.restored 1") == ["1"])
  }

  @Test func aSuspensionThatHidesIsExcused() {
    #expect(preempted("stay", then: "popup.restored 1", root: "scheduler.suspended hides") == [])
    #expect(preempted("stay", then: "popup.restored 1", root: "scheduler.suspended") == ["1"])
  }

  @Test func droppedAsPreemptedWithoutAHideIsFound() {
    #expect(found(.preemptLost, in: "0 popup.submitted 1 onHigher=drop\n0 popup.dropped 1 preempted") == ["1"])
    let later = """
      0 popup.submitted 1 onHigher=drop
      0 popup.shown 1
      10 idle
      10 popup.hidden 1 preempted
      20 idle
      20 popup.dropped 1 preempted
      """
    #expect(found(.preemptLost, in: later) == ["1", "1"])
  }
}
