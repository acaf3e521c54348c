import PopTrace
import PopupScheduling

/// Small traces of raw blocks: what a fuzzer can change without undoing the compression.
package enum RawTrace {
  /// A trace of the sessions of a text, in chunks of a few events.
  package static func make(of text: [UInt8]) throws -> [UInt8] {
    var options = TraceWriter.Options()
    options.eventsPerChunk = 16
    options.compresses = false
    var writer = TraceWriter(options: options)
    for session in try JSONLines.sessions(in: text) { try writer.append(session) }
    return try writer.finish()
  }
}
