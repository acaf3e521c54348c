import Foundation

/// How many trials of a property are made: `few`, or as many as `POPTRACE_TRIALS` says where that is more.
///
/// A fault that nearly any trial shows is noticed by few; rare ones are looked for at night, when `.ci/nightly properties` sets 300. Where
/// a property needs more than that, it makes its trials so many at a time.
public func trials(few: Int) -> Int { max(few, asked) }

private let asked = ProcessInfo.processInfo.environment["POPTRACE_TRIALS"].flatMap { Int($0) } ?? 0
