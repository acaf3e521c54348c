import Testing
@testable import PopTrace
