#if Tool
import PopSystem

/// A file as a revision of the git repository around the working directory has it: `main:popups.yml`, the path from the repository's root.
///
/// Git reads it, as a program of its own and without a shell. Nothing is fetched.
struct RevisionFile: Hashable {
  let revision: String
  let path: String

  /// Reads `REVISION:PATH`; nil where a text is none such.
  init?(_ text: String) {
    // Git would take what begins with a hyphen for an option.
    guard let colon = text.firstIndex(of: ":"), !text.hasPrefix("-"), !text.contains("\0") else { return nil }
    revision = String(text[..<colon])
    path = String(text[text.index(after: colon)...])
    guard !revision.isEmpty, !path.isEmpty else { return nil }
  }

  var name: String { "\(revision):\(path)" }

  /// What the file holds.
  ///
  /// - Throws: Where there is no git, no repository, no such revision or no such file, with the command that helps.
  func contents(atMost count: Int, _ what: String) throws(CommandFailure) -> [UInt8] {
    let answer = try git(["cat-file", "blob", name], atMost: count, hearsErrors: false)
    guard answer.bytes.count <= count else {
      throw failure("the file has more than \(count) bytes, too many for \(what)")
    }
    guard answer.status == 0 else { throw try absence() }
    return answer.bytes
  }

  private func absence() throws(CommandFailure) -> CommandFailure {
    let place = try git(["rev-parse", "--is-shallow-repository"])
    guard place.status == 0 else {
      return failure("git reads no repository here: \(place.words). Run it in a clone, or name a file")
    }
    guard try git(["rev-parse", "--verify", "--quiet", "\(revision)^{tree}"]).status != 0 else {
      return failure(
        "the revision \"\(revision)\" has no such file; git ls-tree -r --name-only \(revision) lists those it has. "
          + "Where this change brings the file, compare with --against recorded, or with the policy of before by name")
    }
    return failure("there is no revision \"\(revision)\" here; run: \(remedy(isShallow: place.words == "true"))")
  }

  private func remedy(isShallow: Bool) -> String {
    let remote = "origin/"
    if revision.contains(where: { "~^@".contains($0) }) {
      return isShallow ? "git fetch --unshallow origin" : "git fetch origin"
    }
    // A commit has no name that it could be kept by; a branch has, and without it what was fetched would be found by none.
    let isCommit = revision.utf8.count == 40 && revision.allSatisfy(\.isHexDigit)
    let refs =
      if isCommit { revision } else if revision.hasPrefix(remote) {
        "+refs/heads/\(revision.dropFirst(remote.count)):refs/remotes/\(revision)"
      } else { "\(revision):\(revision)" }
    return "git fetch \(isShallow ? "--depth 1 " : "")origin \(refs)"
  }

  private func git(
    _ arguments: [String], atMost count: Int = 1 << 12, hearsErrors: Bool = true
  ) throws(CommandFailure) -> ProgramOutput {
    do {
      // Of a partial clone git would otherwise fetch what is missing.
      return try ProgramOutput(
        of: "git", ["--no-replace-objects"] + arguments, with: ["GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"],
        atMost: count, hearsErrors: hearsErrors)
    } catch {
      throw error.isMissing
        ? failure(
          "there is no git here to read it with; install git, or write the file out where there is one and name it: "
            + "git show \(name) > before.yml")
        : failure("git cannot be run: \(error.reason)")
    }
  }

  private func failure(_ message: String) -> CommandFailure { CommandFailure(message, input: name, status: .usage) }
}

extension ProgramOutput {
  fileprivate var words: String {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
#endif
