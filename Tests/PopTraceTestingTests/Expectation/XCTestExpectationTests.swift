import PopTraceTesting
import PopupScheduling
import XCTest

/// The expectations from XCTest.
final class XCTestExpectationTests: XCTestCase {
  func testExpectationsAreMet() throws {
    try expectNoRegressions(StandardPolicy(.v6), on: "Fixtures/field/v5.poptrace")
    try PolicyConformance().expect(OnePopup())
  }

  func testExpectationsAreNotMet() {
    XCTAssertThrowsError(try expectNoRegressions(StandardPolicy(.v1), on: "Fixtures/field/v5.poptrace")) { error in
      XCTAssertTrue("\(error)".contains("regressions in"))
    }
  }
}
