import { defineFormat } from '../../define-format.js';
import { XmlReader } from '../../xml/xml-reader.js';
import { Nunit3Handler } from './nunit3-handler.js';

export const format = defineFormat({
  label: 'NUnit 3 XML',
  docs: 'https://docs.nunit.org/articles/nunit/technical-notes/usage/Test-Result-XML-Format.html',
  // Unity's older editors write no test-run around the suites.
  matches: ({ root }) => root === 'test-run' || root === 'test-suite',
  open: (sink) => new XmlReader(new Nunit3Handler(sink), sink.limits),
});
