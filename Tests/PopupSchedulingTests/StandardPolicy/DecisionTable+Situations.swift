import PopupScheduling

// Rows about what takes more than one stimulus to come about: preemption, chains, prompts of the system, tabs, gates.

private func home(_ play: inout Play<StandardPolicy>) { play.appear(1, at: 0) }

/// The tab bar with its Home.
private func homeTab(_ play: inout Play<StandardPolicy>) {
  play.appear(4, at: 0)
  play.appear(5, at: 0)
}

/// Popup 1 of level 5, `onHigher: requeue`, came up for the third time at 300.
private func thirdTime(_ play: inout Play<StandardPolicy>) {
  home(&play)
  play.submit(1, at: 0) { spec, _ in
    spec.level = 5
    spec.onHigher = .requeue
  }
  for number: Int64 in [8, 9] {
    play.submit(number, at: number * 10)
    play.dismiss(number, at: number * 10 + 5)
  }
}

private func member(_ chain: String) -> (inout PopupSpec, inout Catalog) -> Void {
  { $0.chain = $1.names.intern(chain) }
}

private func prompt(_ spec: inout PopupSpec, _ catalog: inout Catalog) { spec.kind = .system }

/// A prompt of the operating system is up, and an alert waits.
private func prompted(_ play: inout Play<StandardPolicy>) {
  home(&play)
  play.submit(1, at: 1, prompt)
  play.submit(2, at: 2)
}

extension DecisionTable {
  static let restless: [Row] = [
    Row(
      stimulus: "popup.submitted, more urgent than what is up",
      situation: "1 came up for the third time within ten seconds, `onHigher: requeue`", setUp: thirdTime
    ) { $0.submit(2, at: 400) },
    Row(
      stimulus: "timer.fired, of preemption", situation: "one more urgent was held back from 1, and waits",
      setUp: { play in
        thirdTime(&play)
        play.submit(2, at: 400)
      }
    ) { $0.fire(0, at: 10_000) },
    Row(
      stimulus: "popup.dismissed, while others are held back from it", situation: "one more urgent waits",
      setUp: { play in
        thirdTime(&play)
        play.submit(2, at: 400)
      }
    ) { $0.dismiss(1, at: 500) },
  ]

  static let chained: [Row] = [
    Row(
      stimulus: "popup.dismissed, of a chain",
      situation: "the next member is barred, `whenBarred: drop`; 3 is more urgent, 4 is not",
      setUp: { play in
        home(&play)
        play.submit(1, at: 1, member("h"))
        play.submit(2, at: 2) {
          member("h")(&$0, &$1)
          $0.condition = false
          $0.whenBarred = .drop
        }
        play.submit(3, at: 3) { spec, _ in spec.level = -1 }
        play.submit(4, at: 4)
      }
    ) { $0.dismiss(1, at: 1_000) },
    Row(
      stimulus: "page.did-appear, with chains open",
      situation: "the next members of two belong there, h was opened after g",
      setUp: { play in
        home(&play)
        for (number, chain, page) in [(1, "g", "Home"), (2, "h", "Home"), (3, "h", "Detail"), (4, "g", "Detail")] {
          play.submit(Int64(number), at: Int64(number)) {
            member(chain)(&$0, &$1)
            $0.bind(to: page, in: &$1)
          }
        }
        play.dismiss(1, at: 10)
        play.dismiss(2, at: 11)
        play.page(.pageWillDisappear, 1, at: 12)
        play.page(.pageWillAppear, 2, at: 12)
        play.page(.pageDidDisappear, 1, at: 13)
      }
    ) { $0.page(.pageDidAppear, 2, at: 13) },
    Row(
      stimulus: "popup.submitted, beside a chain", situation: "the chain has one member, a HUD that is up",
      setUp: { play in
        home(&play)
        play.submit(1, at: 1) {
          member("g")(&$0, &$1)
          $0.kind = .hud
        }
      }
    ) { $0.submit(2, at: 2) },
    Row(
      stimulus: "popup.submitted, beside a chain",
      situation: "its first member is on its way off the screen, the next belongs on another page",
      setUp: { play in
        home(&play)
        play.submit(1, at: 1) {
          member("g")(&$0, &$1)
          $0.hideLength = Ticks(200)
        }
        play.submit(2, at: 1) {
          member("g")(&$0, &$1)
          $0.bind(to: "Detail", in: &$1)
        }
        play.dismiss(1, at: 2)
      }
    ) { $0.submit(3, at: 3) },
  ]

  static let prompts: [Row] = [
    Row(
      stimulus: "popup.submitted, of kind system", situation: "for another page, of a chain, without its content",
      setUp: { play in
        home(&play)
        play.submit(1, at: 1)
      }
    ) {
      $0.submit(2, at: 2) {
        prompt(&$0, &$1)
        $0.bind(to: "Detail", in: &$1)
        $0.chain = $1.names.intern("g")
        $0.content = .async
      }
    },
    Row(stimulus: "popup.submitted, of kind system", situation: "others wait", setUp: prompted) {
      $0.submit(3, at: 3, prompt)
    },
    Row(stimulus: "popup.withdrawn, of kind system", situation: "it is up, another one waits", setUp: prompted) {
      $0.withdraw(1, at: 3)
    },
    Row(stimulus: "popup.dismissed, of kind system", situation: "it is up, another one waits", setUp: prompted) {
      $0.dismiss(1, at: 3)
    },
    Row(stimulus: "page.will-disappear, under a prompt of the system", situation: "another one waits", setUp: prompted)
    {
      $0.page(.pageWillDisappear, 1, at: 3)
    },
  ]

  static let tabs: [Row] = [
    Row(
      stimulus: "page.will-disappear, of a tab",
      situation: "a popup bound to `Home` and to the tab bar's instance is up",
      setUp: { play in
        homeTab(&play)
        play.submit(1, at: 1) {
          $0.bind(to: "Home", in: &$1)
          $0.instance = $1.page(numbered: 4)
        }
      }
    ) { $0.page(.pageWillDisappear, 5, at: 10) },
    Row(
      stimulus: "page.will-disappear, of a tab", situation: "a popup bound to `Tabs` and `Home` is up",
      setUp: { play in
        homeTab(&play)
        play.submit(1, at: 1) { $0.bind(to: "Tabs", "Home", in: &$1) }
      }
    ) { $0.page(.pageWillDisappear, 5, at: 10) },
    Row(
      stimulus: "popup.submitted, between two tabs", situation: "the one did disappear, the other is coming",
      setUp: { play in
        homeTab(&play)
        play.page(.pageWillDisappear, 5, at: 10)
        play.page(.pageWillAppear, 6, at: 10)
        play.page(.pageDidDisappear, 5, at: 20)
      }
    ) { $0.submit(1, at: 20) },
    Row(
      stimulus: "page.will-disappear, of a sheet that has not come",
      situation: "a popup bound to the page below was up",
      setUp: { play in
        home(&play)
        play.submit(1, at: 1) { $0.bind(to: "Home", in: &$1) }
        play.page(.pageWillAppear, 3, at: 10)
      }
    ) { $0.page(.pageWillDisappear, 3, at: 20) },
    Row(
      stimulus: "page.will-disappear, after others were passed over",
      situation: "a popup bound to its class is up that passed 3 over, which was withdrawn",
      setUp: { play in
        home(&play)
        play.submit(1, at: 1)
        play.submit(2, at: 2) { $0.bind(to: "Home", in: &$1) }
        play.submit(3, at: 3)
        play.dismiss(1, at: 4)
        play.withdraw(3, at: 5)
      }
    ) { $0.page(.pageWillDisappear, 1, at: 10) },
  ]

  static let gates: [Row] = [
    Row(
      stimulus: "page.did-appear, of a sheet", situation: "the user scrolls on the page below, a popup waits",
      setUp: { play in
        home(&play)
        play.happen(.scrollBegan, at: 5)
        play.submit(1, at: 6)
        if play.last.contains(where: { $0.hasPrefix("popup.shown") }) { play.dismiss(1, at: 7) }
        play.page(.pageWillAppear, 3, at: 10)
      }
    ) { $0.page(.pageDidAppear, 3, at: 20) },
    Row(
      stimulus: "popup.submitted, while the user scrolls", situation: "that began before the current page had appeared",
      setUp: { play in
        play.page(.pageWillAppear, 1, at: 0)
        play.happen(.scrollBegan, at: 5)
        play.page(.pageDidAppear, 1, at: 6)
      }
    ) { $0.submit(1, at: 10) },
    Row(
      stimulus: "scheduler.resumed, once too often", situation: "then suspended, and one waits",
      setUp: { play in
        home(&play)
        play.happen(.schedulerResumed, at: 1)
        play.happen(.schedulerSuspended, at: 2)
        play.submit(1, at: 3)
      }
    ) { $0.happen(.schedulerResumed, at: 10) },
  ]
}
