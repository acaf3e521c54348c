import PopAudit
import PopReplay
import PopTrace

/// An explanation for programs: `poptrace.explanation/1`.
package enum JSONExplanation {
  /// The text, with a line feed at its end.
  package static func bytes(_ explanation: Explanation) -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("schema", "poptrace.explanation/1")
      $0.member("trace", explanation.trace)
      $0.member("session", explanation.session)
      $0.member("popup", explanation.popup)
      $0.member("name", explanation.name)
      $0.member("attributes", explanation.attributes)
      $0.key("finding")
      if let finding = explanation.finding {
        $0.object {
          $0.member("rule", finding.rule)
          $0.member("because", finding.because)
        }
      } else {
        $0.null()
      }
      $0.array("stories") { for story in explanation.stories { write(story, to: &$0) } }
      $0.key("parting")
      if let parting = explanation.parting {
        $0.object {
          $0.key("recorded")
          write(parting.recorded, to: &$0)
          $0.key("candidate")
          write(parting.candidate, to: &$0)
        }
      } else {
        $0.null()
      }
      $0.member("changedPolicy", explanation.changedPolicy.isEmpty ? nil : explanation.changedPolicy)
      $0.member("tried", explanation.triedCount)
      $0.member("untried", explanation.untried.isEmpty ? nil : explanation.untried)
      $0.objects("changes", of: explanation.changes) {
        $0.member("kind", $1.kind)
        $0.member("text", $1.text)
        $0.member("shownAt", $1.shownAt)
        $0.member("grade", $1.grade?.rawValue)
        if let first = $1.firstShown {
          $0.object("firstShown") {
            $0.member("earliest", first.earliest)
            $0.member("latest", first.latest)
          }
          $0.object("held") {
            $0.member("in", first.held.count)
            $0.member("of", first.held.runs)
          }
        }
      }
      $0.key("similar")
      if let similar = explanation.similar {
        $0.object {
          $0.member("sessions", similar.sessions)
          $0.member("popups", similar.popups)
          $0.member("of", similar.total)
          if let examples = similar.examples { ExplanationGroup.Example.write(examples, to: &$0) }
        }
      } else {
        $0.null()
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  private static func write(_ story: Explanation.Story, to json: inout JSONWriter) {
    json.newLine()
    json.object {
      $0.member("policy", story.policy)
      $0.member("recorded", story.isRecorded)
      $0.member("outcome", story.outcome)
      $0.member("shown", story.wasShown)
      $0.member("grade", story.grade?.rawValue)
      $0.member("reason", story.reason.isEmpty ? nil : story.reason)
      $0.array("lines") {
        for line in story.lines {
          $0.newLine()
          write(line, to: &$0)
        }
      }
      $0.member("why", story.why)
    }
  }

  private static func write(_ line: Explanation.Line?, to json: inout JSONWriter) {
    guard let line else { return json.null() }
    json.object {
      $0.member("t", line.time)
      $0.member("event", line.event.map { Int64($0) })
      $0.member("text", line.text)
    }
  }
}
