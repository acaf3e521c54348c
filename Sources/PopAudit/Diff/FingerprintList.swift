package import PopupScheduling

/// The fingerprints of the findings of one run, to tell which findings are new in another run and which are gone (<doc:Diff#Fingerprints>).
///
/// ```swift
/// var (before, after) = (FingerprintList(), FingerprintList())
/// before.read(reference.findings, of: referenceOutcomes, in: session.catalog)
/// after.read(candidate.findings, of: candidateOutcomes, in: session.catalog)
/// for index in candidate.findings.indices { print(before.contains(after[index]) ? FindingStatus.same : .new) }
/// ```
///
/// Equal findings are counted, so of three against two one is new: the last. Used again for the next session it allocates nothing while
/// nothing is found.
///
/// - Complexity: O(n log n) in findings to read them, O(log n) to look one up.
package struct FingerprintList: Sendable {
  /// By index in the findings.
  private var fingerprints: [Fingerprint] = []
  /// The indices of the findings by ascending fingerprint.
  private var places: [Int32] = []
  private var hashes: [StableHash] = []
  private var order: [Int32] = []

  /// Makes the list of nothing.
  package init() {}

  /// How many there are.
  package var count: Int { fingerprints.count }

  /// The fingerprint of the finding at an index.
  package subscript(index: Int) -> Fingerprint { fingerprints[index] }

  /// Reads what was found in a run, in place of what was read before.
  ///
  /// - Parameters:
  ///   - findings: The findings, in order.
  ///   - run: The run, from which the attributes of its popups are taken.
  ///   - catalog: What the run's events refer to.
  package mutating func read(_ findings: [Finding], of run: OutcomeTracker, in catalog: Catalog) {
    fingerprints.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    guard !findings.isEmpty else { return }
    for (index, finding) in findings.enumerated() {
      hashes.append(Self.hash(of: finding, of: run, in: catalog))
      order.append(Int32(truncatingIfNeeded: index))
    }
    fingerprints.append(contentsOf: repeatElement(Fingerprint(rawValue: 0), count: findings.count))
    let hashes = hashes
    order.sort { (hashes[Int($0)].value, $0) < (hashes[Int($1)].value, $1) }
    var ordinal: UInt64 = 0
    for (rank, index) in order.enumerated() {
      var hash = hashes[Int(index)]
      ordinal = rank > 0 && hashes[Int(order[rank - 1])] == hash ? ordinal + 1 : 0
      hash.combine(ordinal)
      fingerprints[Int(index)] = Fingerprint(rawValue: hash.value)
    }
    let fingerprints = fingerprints
    places.append(contentsOf: order)
    places.sort { fingerprints[Int($0)] < fingerprints[Int($1)] }
  }

  /// The index of the finding that has a fingerprint; nil where none has.
  func index(of fingerprint: Fingerprint) -> Int? {
    let place = places.partitioningIndex { fingerprints[Int($0)] >= fingerprint }
    guard place < places.count, fingerprints[Int(places[place])] == fingerprint else { return nil }
    return Int(places[place])
  }

  /// Whether one of the findings has a fingerprint.
  package func contains(_ fingerprint: Fingerprint) -> Bool { index(of: fingerprint) != nil }

  /// Everything a fingerprint is made of but the ordinal.
  private static func hash(of finding: Finding, of run: OutcomeTracker, in catalog: Catalog) -> StableHash {
    var hash = StableHash()
    hash.combine(finding.rule.id)
    let spec = run.spec(of: finding.popup)
    hash.combine(spec.isNone ? "" : catalog.names.text(catalog.spec(spec).name))
    hash.combine(spec.isNone ? "" : catalog.spec(spec).kind.wireName)
    hash.combine(catalog.names.text(catalog.className(of: finding.page)))
    let partner = run.spec(of: finding.other)
    hash.combine(partner.isNone ? "" : catalog.names.text(catalog.spec(partner).name))
    return hash
  }
}
