/// What the readers of JUnit XML in Jenkins and GitLab take, as an XML schema: there is no official one.
enum JUnitSchema {
  static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- What the readers of JUnit XML in Jenkins and GitLab take: elements and attributes by name, in any order of cases. -->
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
      <xs:attributeGroup name="counts">
        <xs:attribute name="name" type="xs:string" use="required"/>
        <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="skipped" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="time" type="xs:decimal" use="required"/>
      </xs:attributeGroup>
      <xs:complexType name="complaint">
        <xs:simpleContent>
          <xs:extension base="xs:string">
            <xs:attribute name="message" type="xs:string" use="required"/>
            <xs:attribute name="type" type="xs:string" use="required"/>
          </xs:extension>
        </xs:simpleContent>
      </xs:complexType>
      <xs:element name="testsuites">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="testsuite" maxOccurs="unbounded">
              <xs:complexType>
                <xs:sequence>
                  <xs:element name="properties" minOccurs="0">
                    <xs:complexType>
                      <xs:sequence>
                        <xs:element name="property" maxOccurs="unbounded">
                          <xs:complexType>
                            <xs:attribute name="name" type="xs:string" use="required"/>
                            <xs:attribute name="value" type="xs:string" use="required"/>
                          </xs:complexType>
                        </xs:element>
                      </xs:sequence>
                    </xs:complexType>
                  </xs:element>
                  <xs:element name="testcase" minOccurs="0" maxOccurs="unbounded">
                    <xs:complexType>
                      <xs:choice minOccurs="0">
                        <xs:element name="failure" type="complaint"/>
                        <xs:element name="error" type="complaint"/>
                        <xs:element name="skipped">
                          <xs:complexType>
                            <xs:attribute name="message" type="xs:string" use="required"/>
                          </xs:complexType>
                        </xs:element>
                        <xs:element name="system-out" type="xs:string"/>
                      </xs:choice>
                      <xs:attribute name="classname" type="xs:string" use="required"/>
                      <xs:attribute name="name" type="xs:string" use="required"/>
                      <xs:attribute name="file" type="xs:string"/>
                      <xs:attribute name="time" type="xs:decimal" use="required"/>
                    </xs:complexType>
                  </xs:element>
                  <xs:element name="system-out" type="xs:string" minOccurs="0"/>
                </xs:sequence>
                <xs:attributeGroup ref="counts"/>
              </xs:complexType>
            </xs:element>
          </xs:sequence>
          <xs:attributeGroup ref="counts"/>
        </xs:complexType>
      </xs:element>
    </xs:schema>
    """
}
