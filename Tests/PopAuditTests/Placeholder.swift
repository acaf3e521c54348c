import Testing
@testable import PopAudit
