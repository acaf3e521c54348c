#if Tool
import PopReplay
import PopReport

/// What the grades in a report mean, as `poptrace help grades` shows it.
enum GradeExplanation {
  static func text(style: Style) -> String {
    var lines = [
      "A replay cannot know what users would have done that no recording shows. So every",
      "outcome and finding has a grade:", "",
    ]
    let room = 60
    for grade in Grade.allCases {
      let name = grade.rawValue
      for (index, line) in wrapped(meaning(of: grade), to: room).enumerated() {
        let head = index == 0 ? style.dress(name, .strong) : String(repeating: " ", count: name.count)
        lines.append("  " + head + String(repeating: " ", count: 10 - name.count) + line)
      }
    }
    lines += [
      "", "Certain means exact or derived. New errors that are certain or robust fail a build",
      "(--fail-on certain: certain ones alone; --strict: assumed ones too). Of how many ways to",
      "go on a finding is in, the report says: \"in 7 of 11 runs\".", "",
      "Example:", "  poptrace replay Fixtures/field --policy v6 --fail-on certain", "",
    ]
    return lines.joined(separator: "\n")
  }

  private static func meaning(of grade: Grade) -> String {
    switch grade {
    case .exact:
      "Settled before anything a user or app could notice differs from the recording. It is what happened."
    case .derived:
      "Settled after that, before anything had to be assumed. It follows from recorded causes, delays and dwells."
    case .robust:
      "Rests on an assumption, and comes out the same whether users answer at once, never, or in between. It can fail a build."
    case .assumed:
      "Rests on an assumption, and comes out otherwise under another one. It is a likelihood and never fails a build by itself."
    }
  }
}
#endif
