import Testing
@testable import PopReport
