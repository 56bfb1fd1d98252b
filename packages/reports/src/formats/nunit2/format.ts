import { defineFormat } from '../../define-format.js';
import { XmlReader } from '../../xml/xml-reader.js';
import { Nunit2Handler } from './nunit2-handler.js';

export const format = defineFormat({
  label: 'NUnit 2 XML',
  docs: 'https://docs.nunit.org/2.6.4/files/Results.xsd',
  matches: ({ root }) => root === 'test-results',
  open: (sink) => new XmlReader(new Nunit2Handler(sink), sink.limits),
});
