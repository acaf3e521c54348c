import PopupScheduling

// The rows, by the sort of stimulus.

private func home(_ play: inout Play<StandardPolicy>) { play.appear(1, at: 0) }

private func onHome(_ spec: inout PopupSpec, _ catalog: inout Catalog) { spec.bind(to: "Home", in: &catalog) }

/// Home, and popup 1 is up.
private func oneUp(
  _ change: @escaping @Sendable (inout PopupSpec, inout Catalog) -> Void = { _, _ in }
) -> DecisionTable.Act {
  { play in
    home(&play)
    play.submit(1, at: 1, change)
  }
}

/// Home, popup 1 is up and popup 2 was submitted after it.
private func twoThere(
  _ first: @escaping @Sendable (inout PopupSpec, inout Catalog) -> Void = { _, _ in },
  _ second: @escaping @Sendable (inout PopupSpec, inout Catalog) -> Void = { _, _ in }
) -> DecisionTable.Act {
  { play in
    oneUp(first)(&play)
    play.submit(2, at: 2, second)
  }
}

extension DecisionTable {
  static let submissions: [Row] = [
    Row(stimulus: "popup.submitted", situation: "nothing is up", setUp: home) { $0.submit(1, at: 10) },
    Row(stimulus: "popup.submitted", situation: "no page has appeared", setUp: { _ in }) { $0.submit(1, at: 10) },
    Row(stimulus: "popup.submitted", situation: "another one is up", setUp: oneUp()) { $0.submit(2, at: 10) },
    Row(stimulus: "popup.submitted", situation: "it belongs on another page", setUp: home) {
      $0.submit(1, at: 10) { $0.bind(to: "Detail", in: &$1) }
    },
    Row(stimulus: "popup.submitted", situation: "`showMs` 250, `autoDismiss` 900, `expires` 5000", setUp: home) {
      $0.submit(1, at: 10) { spec, _ in
        spec.showLength = Ticks(250)
        spec.autoDismiss = Ticks(900)
        spec.expires = Ticks(5_000)
      }
    },
    Row(stimulus: "popup.submitted", situation: "`content: async`", setUp: home) {
      $0.submit(1, at: 10) { spec, _ in spec.content = .async }
    },
    Row(stimulus: "popup.submitted", situation: "`condition: false`", setUp: home) {
      $0.submit(1, at: 10) { spec, _ in spec.condition = false }
    },
    Row(stimulus: "popup.submitted", situation: "`condition: false`, `whenBarred: drop`", setUp: home) {
      $0.submit(1, at: 10) { spec, _ in
        spec.condition = false
        spec.whenBarred = .drop
      }
    },
    Row(
      stimulus: "popup.submitted", situation: "one of its key is up",
      setUp: oneUp { $0.key = $1.names.intern("rate") }
    ) { $0.submit(2, at: 10) { $0.key = $1.names.intern("rate") } },
    Row(stimulus: "popup.submitted", situation: "it is more urgent than what is up, which stays", setUp: oneUp()) {
      $0.submit(2, at: 10) { spec, _ in spec.level = -1 }
    },
    Row(
      stimulus: "popup.submitted", situation: "it is more urgent than what is up, `onHigher: requeue`",
      setUp: oneUp { spec, _ in spec.onHigher = .requeue }
    ) { $0.submit(2, at: 10) { spec, _ in spec.level = -1 } },
    Row(
      stimulus: "popup.submitted", situation: "it is more urgent than what is up, `onHigher: drop`",
      setUp: oneUp { spec, _ in spec.onHigher = .drop }
    ) { $0.submit(2, at: 10) { spec, _ in spec.level = -1 } },
    Row(
      stimulus: "popup.submitted", situation: "a member of a chain is up, another one waits",
      setUp: twoThere({ $0.chain = $1.names.intern("tour") }, { $0.chain = $1.names.intern("tour") })
    ) { $0.submit(3, at: 10) },
    Row(stimulus: "popup.submitted", situation: "a HUD, and another one is up", setUp: oneUp()) {
      $0.submit(2, at: 10) { spec, _ in spec.kind = .hud }
    },
    Row(stimulus: "popup.submitted", situation: "kind `system`, and another one is up", setUp: oneUp()) {
      $0.submit(2, at: 10) { spec, _ in spec.kind = .system }
    },
    Row(
      stimulus: "popup.submitted", situation: "the user scrolls",
      setUp: { play in
        home(&play)
        play.happen(.scrollBegan, at: 5)
      }
    ) { $0.submit(1, at: 10) },
    Row(
      stimulus: "popup.submitted", situation: "the user types",
      setUp: { play in
        home(&play)
        let search = play.catalog.names.intern("search")
        play.happen(.editBegan, at: 5) { $0.name = search }
      }
    ) { $0.submit(1, at: 10) },
  ]

  static let endings: [Row] = [
    Row(stimulus: "popup.dismissed", situation: "it is up, another one waits", setUp: twoThere()) {
      $0.dismiss(1, at: 10)
    },
    Row(
      stimulus: "popup.dismissed",
      situation: "it is up during its entry, `showMs` 250 and `hideMs` 200, another one waits",
      setUp: twoThere({ spec, _ in
        spec.showLength = Ticks(250)
        spec.hideLength = Ticks(200)
      })
    ) { $0.dismiss(1, at: 10) },
    Row(stimulus: "popup.dismissed", situation: "by the user, and it waits", setUp: twoThere()) {
      $0.dismiss(2, at: 10)
    },
    Row(stimulus: "popup.dismissed", situation: "by code, and it waits", setUp: twoThere()) {
      $0.dismiss(2, at: 10, by: .code)
    },
    Row(stimulus: "popup.withdrawn", situation: "it is up", setUp: oneUp()) { $0.withdraw(1, at: 10) },
    Row(stimulus: "popup.withdrawn", situation: "it waits", setUp: twoThere()) { $0.withdraw(2, at: 10) },
    Row(
      stimulus: "popup.withdrawn", situation: "it waits for its content",
      setUp: twoThere({ _, _ in }, { spec, _ in spec.content = .async })
    ) { $0.withdraw(2, at: 10) },
    Row(
      stimulus: "popup.view-lost", situation: "it is up during its entry, `showMs` 250 and `hideMs` 200",
      setUp: oneUp { spec, _ in
        spec.showLength = Ticks(250)
        spec.hideLength = Ticks(200)
      }
    ) { $0.run($0.popup(.popupViewLost, 1), at: 10) },
    Row(
      stimulus: "content.loaded", situation: "nothing is up", setUp: oneUp { spec, _ in spec.content = .async }
    ) { $0.run($0.popup(.contentLoaded, 1), at: 10) },
    Row(
      stimulus: "content.failed", situation: "it waits for its content",
      setUp: oneUp { spec, _ in spec.content = .async }
    ) { $0.run($0.popup(.contentFailed, 1), at: 10) },
    Row(
      stimulus: "popup.condition", situation: "it turns true, and nothing is up",
      setUp: oneUp { spec, _ in spec.condition = false }
    ) { $0.condition(1, true, at: 10) },
  ]

  static let time: [Row] = [
    Row(
      stimulus: "animation.finished", situation: "`show`", setUp: oneUp { spec, _ in spec.showLength = Ticks(250) }
    ) { $0.finish(1, .show, at: 251) },
    Row(
      stimulus: "animation.finished", situation: "`hide`, and another one waits",
      setUp: { play in
        twoThere({ spec, _ in spec.hideLength = Ticks(200) })(&play)
        play.dismiss(1, at: 10)
      }
    ) { $0.finish(1, .hide, at: 210) },
    Row(
      stimulus: "animation.finished", situation: "`hide`, of a presentation that never was",
      setUp: { play in
        twoThere({ spec, _ in spec.hideLength = Ticks(200) })(&play)
        play.dismiss(1, at: 10)
      }
    ) { $0.finish(1, .hide, generation: 2, at: 210) },
    Row(
      stimulus: "animation.lost", situation: "`hide`",
      setUp: { play in
        twoThere({ spec, _ in spec.hideLength = Ticks(200) })(&play)
        play.dismiss(1, at: 10)
      }
    ) { $0.run($0.popup(.animationLost, 1) { $0.phase = .hide }, at: 20) },
    Row(
      stimulus: "timer.fired", situation: "of the expiry of one that waits",
      setUp: twoThere({ _, _ in }, { spec, _ in spec.expires = Ticks(100) })
    ) { $0.fire(0, at: 102) },
    Row(
      stimulus: "timer.fired", situation: "of a popup's time on screen",
      setUp: oneUp { spec, _ in spec.autoDismiss = Ticks(100) }
    ) { $0.fire(0, at: 101) },
  ]

  static let pages: [Row] = [
    Row(stimulus: "page.will-disappear", situation: "a popup bound to its class is up", setUp: oneUp(onHome)) {
      $0.page(.pageWillDisappear, 1, at: 10)
    },
    Row(
      stimulus: "page.did-disappear", situation: "a popup bound to its class was up on it",
      setUp: { play in
        oneUp(onHome)(&play)
        play.page(.pageWillDisappear, 1, at: 10)
      }
    ) { $0.page(.pageDidDisappear, 1, at: 20) },
    Row(
      stimulus: "page.did-appear", situation: "it is back after a cancelled swipe that hid a popup bound to its class",
      setUp: { play in
        oneUp(onHome)(&play)
        play.page(.pageWillDisappear, 1, at: 10)
      }
    ) { $0.page(.pageDidAppear, 1, at: 20) },
    Row(
      stimulus: "page.did-appear", situation: "the user is back from another page, a kept-alive popup was up on it",
      setUp: { play in
        oneUp {
          onHome(&$0, &$1)
          $0.keepAlive = true
        }(&play)
        play.move(from: 1, to: 2, at: 10)
        play.page(.pageWillDisappear, 2, at: 20)
        play.page(.pageWillAppear, 1, at: 20)
        play.page(.pageDidDisappear, 2, at: 30)
      }
    ) { $0.page(.pageDidAppear, 1, at: 30) },
    Row(
      stimulus: "page.did-appear", situation: "a popup waits for it",
      setUp: { play in
        play.submit(1, at: 0, onHome)
        play.page(.pageWillAppear, 1, at: 5)
      }
    ) { $0.page(.pageDidAppear, 1, at: 10) },
    Row(
      stimulus: "page.will-appear", situation: "a sheet, over a page on which a popup bound to it is up",
      setUp: oneUp(onHome)
    ) { $0.page(.pageWillAppear, 3, at: 10) },
    Row(
      stimulus: "page.removed", situation: "a kept-alive popup was up on it when it was left",
      setUp: { play in
        oneUp {
          onHome(&$0, &$1)
          $0.keepAlive = true
        }(&play)
        play.move(from: 1, to: 2, at: 10)
      }
    ) { $0.page(.pageRemoved, 1, at: 20) },
  ]

  static let app: [Row] = [
    Row(
      stimulus: "app.signed-out", situation: "one is up, another one waits",
      setUp: twoThere()
    ) { $0.happen(.appSignedOut, at: 10) },
    Row(stimulus: "app.background", situation: "one is up", setUp: oneUp()) { $0.happen(.appBackground, at: 10) },
    Row(
      stimulus: "scroll.ended", situation: "one was submitted meanwhile",
      setUp: { play in
        home(&play)
        play.happen(.scrollBegan, at: 5)
        play.submit(1, at: 6)
      }
    ) { $0.happen(.scrollEnded, at: 10) },
    Row(stimulus: "scheduler.suspended", situation: "`hides`, and one is up", setUp: oneUp()) {
      $0.happen(.schedulerSuspended, at: 10) { $0.flags.insert(.hides) }
    },
    Row(
      stimulus: "scheduler.resumed", situation: "one was up when it was suspended, with `hides`",
      setUp: { play in
        oneUp()(&play)
        play.happen(.schedulerSuspended, at: 10) { $0.flags.insert(.hides) }
      }
    ) { $0.happen(.schedulerResumed, at: 20) },
    Row(stimulus: "scheduler.cleared", situation: "one is up, another one waits", setUp: twoThere()) {
      $0.happen(.schedulerCleared, at: 10)
    },
  ]
}
