import Foundation

/// Inputs that tests share.
public enum Samples {
  /// Two alerts that are submitted at once, on one page.
  public static let scenario = """
    {"poptrace":1,"session":"two-alerts"}
    {"t":0,"event":"page.will-appear","page":1,"class":"HomePage"}
    {"t":10,"event":"page.did-appear","page":1}
    {"t":20,"event":"popup.submitted","popup":1,"name":"login"}
    {"t":30,"event":"popup.submitted","popup":2,"name":"coupon"}
    {"event":"popup.dismissed","popup":1,"by":"button","after":{"event":"popup.shown","popup":1},"delay":2000}
    {"event":"popup.dismissed","popup":2,"by":"button","after":{"event":"popup.shown","popup":2},"delay":1500}

    """

  /// A whole trace file of one session, made with the binary.
  public static func trace(
    policy: String = "v1", in scratch: Scratch, name: String = "field.poptrace"
  ) throws -> [UInt8] {
    try scratch.file("scenario.jsonl", scenario)
    let run = try ToolRun.poptrace(
      ["record", "scenario.jsonl", "--policy", policy, "--output", name, "--quiet"], in: scratch.url)
    guard run.status == 0 else { throw SampleError(run: run) }
    return [UInt8](try Data(contentsOf: scratch.url.appendingPathComponent(name)))
  }

  /// Recordings of made-up sessions, made with the binary.
  public static func generated(seed: String, sessions: String, policy: String) throws -> [UInt8] {
    let scratch = try Scratch()
    let run = try ToolRun.poptrace(
      ["generate", "--seed", seed, "--sessions", sessions, "--policy", policy, "-o", "a.poptrace", "-q"],
      in: scratch.url)
    guard run.status == 0 else { throw SampleError(run: run) }
    return [UInt8](try Data(contentsOf: scratch.url.appendingPathComponent("a.poptrace")))
  }

  public struct SampleError: Error {
    public var run: ToolRun
  }
}
