import Foundation
import PopTrace

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Uploads traces while the app is suspended, or not even there.
///
/// The upload outlives the process, and a lease does not. So the file is moved out of the store first: from then on it is the app's own, and is
/// removed when the server has it.
struct BackgroundUpload {
  private let server: URL
  private let outbox: URL
  private let session: URLSession

  init(to server: URL, outbox: URL) {
    (self.server, self.outbox) = (server, outbox)
    session = URLSession(configuration: Self.configuration, delegate: SentTraces(outbox: outbox), delegateQueue: nil)
  }

  private static var configuration: URLSessionConfiguration {
    #if canImport(Darwin)
      let configuration = URLSessionConfiguration.background(withIdentifier: "poptrace")
      configuration.isDiscretionary = true
      return configuration
    #else
      // Only Apple's systems go on with an upload for an app that is gone.
      return .default
    #endif
  }

  /// Takes what is complete out of the store, and uploads it, and what an earlier launch could not.
  func start(_ store: TraceStore) throws {
    try FileManager.default.createDirectory(at: outbox, withIntermediateDirectories: true)
    for trace in try store.pending() {
      try FileManager.default.moveItem(
        at: URL(fileURLWithPath: trace.path), to: outbox.appendingPathComponent(trace.name + ".poptrace"))
    }
    let (session, server) = (session, server)
    let files = try FileManager.default.contentsOfDirectory(at: outbox, includingPropertiesForKeys: nil)
    session.getAllTasks { tasks in
      let underWay = Set(tasks.compactMap(\.taskDescription))
      for file in files where !underWay.contains(file.lastPathComponent) {
        var request = URLRequest(url: server)
        request.httpMethod = "POST"
        let task = session.uploadTask(with: request, fromFile: file)
        task.taskDescription = file.lastPathComponent
        task.resume()
      }
    }
  }
}

/// Removes what the server has.
private final class SentTraces: NSObject, URLSessionTaskDelegate {
  private let outbox: URL
  init(outbox: URL) { self.outbox = outbox }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
    guard error == nil, (200..<300).contains(status), let name = task.taskDescription else { return }
    try? FileManager.default.removeItem(at: outbox.appendingPathComponent(name))
  }
}
