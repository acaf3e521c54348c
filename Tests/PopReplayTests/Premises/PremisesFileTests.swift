import Foundation
import PopTrace
import PopupScheduling
import Testing

@testable import PopReplay

/// Premises of the largest numbers come back from their file, and what goes beyond is refused at its place (CausalReplay, *Premises*).
struct PremisesFileTests {
  private func curve(_ steps: [(Int64, UInt32)], observed: Int = 8, censored: Int = 0) -> ReactionCurve {
    ReactionCurve(
      observed: observed, censored: censored,
      steps: steps.map { ReactionCurve.Step(milliseconds: $0.0, remaining: $0.1) })
  }

  private func premises(
    _ reactions: ReactionModel = ReactionModel(), sessions: Int = 3, _ visits: VisitCounts = VisitCounts()
  ) -> Premises {
    Premises(sessions: sessions, visits: visits, reactions: reactions)
  }

  /// A curve for every question at every level, each another one.
  private var everywhere: ReactionModel {
    var model = ReactionModel()
    model.dwell.all = curve([(1, 5)])
    model.dwell.kinds = [.guide: curve([(2, 5)]), .hud: curve([(3, 5)])]
    model.dwell.names = [PopupName("a"): curve([(4, 5)]), PopupName("b"): curve([(5, 5)])]
    model.content.all = curve([(6, 5)])
    model.content.kinds = [.sheet: curve([(7, 5), (8, 4)])]
    model.content.names = [PopupName("a"): curve([(9, 5)])]
    model.visit = curve([(10, 5)])
    return model
  }

  private func refusal(_ text: [UInt8]) -> TraceError? {
    do {
      _ = try Premises(text: text)
      return nil
    } catch { return error }
  }

  @Test func everyCurveComesBackWhereItWas() throws {
    let premises = premises(everywhere)
    let read = try Premises(text: premises.text)
    #expect(read == premises && read.reactions == everywhere)
    // One line for the beginning, two of counts, one for each curve, two at the end.
    #expect(premises.text.count { $0 == 10 } == 4 + 9 + 2)
    let none = self.premises()
    #expect(try Premises(text: none.text) == none)
  }

  @Test func whatMayBeLargestIsReadAndWhatIsLargerIsNot() throws {
    let most = 1 << 48
    var model = ReactionModel()
    let steps = (0..<DurationHistogram.bucketLimit).map { (Int64($0), UInt32.max - UInt32($0)) }
    model.dwell.all = curve(steps, observed: most, censored: most)
    model.dwell.names[PopupName(String(repeating: "x", count: 256))] = curve([(1 << 27, .max)])
    for number in 0..<255 { model.dwell.names[PopupName("n\(number)")] = curve([(0, 0)]) }
    for number in 0..<256 { model.content.names[PopupName("n\(number)")] = curve([(0, 0)]) }
    let visits = VisitCounts(seen: most, expectedMillionths: .max)
    let largest = premises(model, sessions: most, visits)
    #expect(try Premises(text: largest.text) == largest)
    func words(_ change: (inout ReactionModel) -> Void, sessions: Int = most, seen: Int = most) -> String? {
      var model = model
      change(&model)
      let visits = VisitCounts(seen: seen, expectedMillionths: .max)
      return refusal(premises(model, sessions: sessions, visits).text)?.message
    }
    #expect(words({ _ in }, sessions: most + 1)?.contains("whole number from 0 to \(most)") == true)
    #expect(words({ _ in }, seen: most + 1)?.contains("whole number from 0 to \(most)") == true)
    let one = (Int64(0), UInt32.max)
    #expect(words { $0.visit = curve([one], observed: most + 1) }?.contains("from 0 to \(most)") == true)
    #expect(words { $0.visit = curve([one], censored: most + 1) }?.contains("from 0 to \(most)") == true)
    #expect(words { $0.visit = curve([one], observed: 7) }?.contains("8 observed answers") == true)
    #expect(words { $0.visit = curve([(1 << 27 + 1, 0)]) }?.contains("from 0 to \(1 << 27)") == true)
    #expect(words { $0.visit = curve([]) }?.contains("from 1 to") == true)
    #expect(words { $0.visit = curve(steps + [(5000, 0)]) }?.contains("from 1 to") == true)
    #expect(words { $0.content.names[PopupName("one more")] = curve([one]) }?.contains("more than 256 names") == true)
    #expect(words { $0.dwell.names[PopupName("one more")] = curve([one]) }?.contains("more than 256 names") == true)
    let long = PopupName(String(repeating: "x", count: 257))
    #expect(words { ($0.dwell.names, $0.content.names) = ([long: curve([one])], [:]) }?.contains("1 to 256") == true)
  }

  @Test func aTextOfTheGreatestLengthIsLookedInto() {
    let text = [UInt8](repeating: 0x20, count: 32 << 20)
    #expect(refusal(text)?.code == .badJSON)
    #expect(refusal(text + [0x20])?.code == .tooLarge)
  }

  @Test(
    "what cannot be is refused where it stands",
    arguments: [
      (#"{"of":"visit","level":"all","#, #"{"of":"visit","level":"all","key":"a","#, "curve of visits", #"all","key""#),
      (#"{"of":"content","level":"all","#, #"{"of":"visit","level":"all","#, "second time", #"{"of":"visit","#),
      (#"{"of":"dwell","level":"all","#, #"{"of":"dwell","level":"all","key":"a","#, "has no key", #"a","observed""#),
      (#"{"of":"content","level":"all","#, #"{"of":"dwell","level":"all","#, "second time", #"{"of":"dwell","#),
      (#""key":"hud""#, #""key":"guide""#, "second time", #"{"of":"dwell","level":"kind","key":"guide""#),
      (#""key":"b""#, #""key":"a""#, "second time", #"{"of":"dwell","level":"name","key":"a""#),
      (#""of":"visit""#, #""of":"visits""#, "dwell, content or visit", #"visits","level""#),
      (#""level":"name","key":"b","#, #""level":"name","#, "key is missing", #"{"of":"dwell","level":"name","obs"#),
      (#""level":"name","key":"b","#, #""level":"name","kay":"b","#, "no field of this name", #"kay""#),
      (#"[[7,5],[8,4]]"#, #"[[7,5],[7,4]]"#, "greater lengths", "[7,4]"),
      (#"[[7,5],[8,4]]"#, #"[[7,5],[8,6]]"#, "smaller shares", "[8,6]"),
      (#"[[7,5],[8,4]]"#, #"[[7,5],[8,4,1]]"#, "length in ms", "[8,4,1]"),
      (#"[[7,5],[8,4]]"#, #"[[7,5],8]"#, "a list is expected", "8]"),
      (#"[[7,5],[8,4]]"#, #"{"a":1}"#, "a list is expected", #"{"a":1}"#),
      (#"{"of":"visit","#, #"7,{"of":"visit","#, "an object is expected", "7,{"),
      (#""sessions":3"#, #""sessions":"3""#, "a whole number", #"3""#),
      (#""sessions":3"#, #""sessions":3e0"#, "a whole number", "3e0"),
      (#""decision":"free""#, #""decision":"wait""#, "does not follow", #"wait""#),
      (#""decision":"free""#, #""decision":true"#, "text is expected", "true"),
    ])
  func refused(old: String, new: String, words: String, place: String) throws {
    let text = String(decoding: premises(everywhere).text, as: UTF8.self)
    // The last of those that are alike.
    let parts = text.components(separatedBy: old)
    try #require(parts.count > 1)
    let changed = parts.dropLast().joined(separator: old) + new + parts[parts.count - 1]
    let error = try #require(refusal(Array(changed.utf8)))
    #expect(error.message.contains(words), "\(error.message)")
    guard case .byte(let offset) = error.position else {
      Issue.record("no position")
      return
    }
    let rest = String(decoding: changed.utf8.dropFirst(Int(offset)), as: UTF8.self)
    #expect(rest.hasPrefix(place), "\(rest.prefix(60))")
  }

  @Test func aLevelOrAKindIsWrittenAsItIsEvenWhereTheOrderIsAnother() throws {
    // The fields of a curve in another order, with blanks, mean the same.
    let text = String(decoding: premises(everywhere).text, as: UTF8.self)
    let changed = text.replacing(
      #"{"of":"visit","level":"all","observed":8,"censored":0,"steps":[[10,5]]}"#,
      with: #"{ "steps" : [ [10 , 5] ] , "censored":0, "level":"all", "observed":8 ,"of":"visit" }"#)
    #expect(changed != text)
    #expect(try Premises(text: Array(changed.utf8)) == premises(everywhere))
  }
}
