import PopupScheduling
import PublishedSchedulers
import Testing

@Suite("FGPopupScheduler 0.6")
struct FGPopupSchedulerTests {
  private func showing(_ name: String, _ change: (inout PopupSpec, Catalog) -> Void = { _, _ in }) throws -> Stage {
    let stage = try #require(Stage(name))
    _ = stage.open(1, "Home")
    #expect(stage.act(stage.submission(1, as: change)).last == "popup.shown 1 #1 on 1")
    return stage
  }

  @Test("removing what is shown frees the slot and leaves the view")
  func removal() throws {
    let stage = try showing("fg-0.6-fifo")
    #expect(stage.act(stage.about(.popupWithdrawn, 1)) == ["observing.ended idle"])
    #expect(stage.act(stage.submission(2)).last == "popup.shown 2 #1 on 1")
  }

  @Test("a dismissal erases every submission of the object")
  func oneObject() throws {
    let stage = try showing("fg-0.6-fifo") { spec, _ in spec.object = 1 }
    #expect(stage.act(stage.submission(2) { spec, _ in spec.object = 1 }) == ["popup.queued 2 slot"])
    #expect(stage.act(stage.about(.popupDismissed, 1)) == ["popup.hidden 1 dismissed", "observing.ended idle"])
    #expect(stage.act(Event(.idle)) == [])
  }

  @Test("a smaller level pushes out what asked to be re-inserted, behind its equals")
  func latent() throws {
    let stage = try showing("fg-0.6-priority") { spec, _ in spec.onHigher = .requeue }
    _ = stage.act(stage.submission(2))
    let decisions = stage.act(stage.submission(3) { spec, _ in spec.level = -5 })
    #expect(decisions.contains("popup.hidden 1 preempted"))
    #expect(decisions.contains("popup.queued 1 preempted"))
    #expect(decisions.last == "popup.shown 3 #1 on 1")
    for next in ["2 #1", "1 #2"] {
      _ = stage.act(stage.about(.popupDismissed, next == "2 #1" ? 3 : 2))
      #expect(stage.act(Event(.idle)).last == "popup.shown \(next) on 1")
    }
  }

  @Test(
    "the smaller level comes first, whichever levels there are",
    arguments: ["fg-0.6-priority", "fg-0.6-priority-lifo", "article-3-priority", "article-3-priority-lifo"])
  func levels(_ name: String) throws {
    let stage = try showing(name)
    let levels: [Int32] = [.max, .min + 1, 0, .min, 1, -1]
    for (index, level) in levels.enumerated() {
      _ = stage.act(stage.submission(Int64(index) + 2) { spec, _ in spec.level = level })
    }
    var shown: [String] = []
    for _ in levels {
      let up = shown.last.map { String($0.split(separator: " ")[1]) } ?? "1"
      _ = stage.act(stage.about(.popupDismissed, Int64(up)!))
      shown += stage.act(Event(.idle)).filter { $0.hasPrefix("popup.shown") }
    }
    #expect(shown == [5, 3, 7, 4, 6, 2].map { "popup.shown \($0) #1 on 1" })
  }

  @Test("what is on its way out is dismissed again by the next newcomer, and its end erases what was put back")
  func twice() throws {
    let stage = try showing("fg-0.6-priority") { spec, _ in
      spec.onHigher = .requeue
      spec.dismissal = .animated
      spec.hideLength = Ticks(300)
    }
    let pushedOut = ["popup.hidden 1 preempted", "popup.queued 1 preempted"]
    for popup in [Int64(2), 3] {
      let decisions = stage.act(stage.submission(popup) { spec, _ in spec.level = -Int32(popup) })
      #expect(decisions == pushedOut + ["popup.queued \(popup) slot"])
    }
    var end = stage.about(.animationFinished, 1)
    end.phase = .hide
    end.generation = 1
    #expect(stage.act(end) == [])
    for next in [3, 2] {
      #expect(stage.act(Event(.idle)).last == "popup.shown \(next) #1 on 1")
      _ = stage.act(stage.about(.popupDismissed, Int64(next)))
    }
    #expect(stage.act(Event(.idle)) == [])
  }

  @Test("under LIFO ties what is put back comes before its equals, and pushes itself out while it animates away")
  func latentUnderLIFO() throws {
    let stage = try showing("fg-0.6-priority-lifo") { spec, _ in
      spec.onHigher = .requeue
      spec.dismissal = .animated
      spec.hideLength = Ticks(300)
    }
    #expect(
      stage.act(stage.submission(2) { spec, _ in spec.level = -1 }) == [
        "popup.hidden 1 preempted", "popup.queued 1 preempted", "popup.hidden 1 preempted", "popup.queued 2 slot",
      ])
    let plain = try showing("fg-0.6-priority-lifo")
    for popup in [Int64(2), 3] { _ = plain.act(plain.submission(popup) { spec, _ in spec.onHigher = .requeue }) }
    _ = plain.act(plain.about(.popupDismissed, 1))
    #expect(plain.act(Event(.idle)).last == "popup.shown 3 #1 on 1")
    #expect(plain.act(plain.submission(4) { spec, _ in spec.level = -1 }).contains("popup.queued 3 preempted"))
    _ = plain.act(plain.about(.popupDismissed, 4))
    #expect(plain.act(Event(.idle)).last == "popup.shown 3 #2 on 1")
  }

  @Test("clearing dismisses what is shown and forgets those who wait")
  func clearing() throws {
    let stage = try showing("fg-0.6-fifo")
    _ = stage.act(stage.submission(2))
    #expect(
      stage.act(Event(.schedulerCleared)) == [
        "popup.dropped 2 withdrawn", "popup.hidden 1 withdrawn", "observing.ended idle",
      ])
    #expect(stage.act(stage.submission(3)).last == "popup.shown 3 #1 on 1")
  }

  @Test("resuming examines the list, and one call undoes any number of suspensions")
  func resuming() throws {
    let stage = try #require(Stage("fg-0.6-fifo"))
    _ = stage.open(1, "Home")
    for _ in 0..<2 { #expect(stage.act(Event(.schedulerSuspended)) == []) }
    #expect(stage.act(stage.submission(1)).last == "popup.queued 1 gate")
    #expect(stage.act(Event(.schedulerResumed)) == ["callback 1 condition", "popup.shown 1 #1 on 1"])
  }

  @Test("an animated dismissal without an exit animation is noticed at once")
  func noAnimation() throws {
    let stage = try showing("fg-0.6-fifo") { spec, _ in spec.dismissal = .animated }
    #expect(stage.act(stage.about(.popupDismissed, 1)) == ["popup.hidden 1 dismissed", "observing.ended idle"])
    #expect(stage.act(stage.submission(2)).last == "popup.shown 2 #1 on 1")
  }

  @Test("an equal discards under LIFO ties, and only there")
  func equals() throws {
    for (name, isDiscarded) in [("fg-0.6-priority", false), ("fg-0.6-priority-lifo", true)] {
      let stage = try showing(name) { spec, _ in spec.onHigher = .requeue }
      #expect(stage.act(stage.submission(2)).contains("popup.dropped 1 preempted") == isDiscarded, "\(name)")
    }
  }

  @Test("neither suspension nor a false condition of the newcomer spares what is shown")
  func forNothing() throws {
    let stage = try showing("fg-0.6-priority") { spec, _ in spec.onHigher = .drop }
    _ = stage.act(Event(.schedulerSuspended))
    let decisions = stage.act(stage.submission(2) { spec, _ in spec.level = -5 })
    #expect(decisions.contains("popup.dropped 1 preempted"))
    #expect(!decisions.contains { $0.hasPrefix("popup.shown") })
  }

  @Test("an impatient element whose condition is false is erased, a patient one stays")
  func conditions() throws {
    let stage = try #require(Stage("fg-0.6-fifo"))
    _ = stage.open(1, "Home")
    let barred = stage.act(
      stage.submission(1) { spec, _ in
        spec.condition = false
        spec.whenBarred = .drop
      })
    #expect(barred.contains("popup.dropped 1 barred"))
    #expect(stage.act(stage.submission(2) { spec, _ in spec.condition = false }).last == "popup.queued 2 condition")
  }

  @Test("with both order bits there is no list")
  func noList() throws {
    let stage = try #require(Stage("fg-0.6-fifo-lifo"))
    #expect(stage.act(stage.submission(1)) == [])
  }
}
