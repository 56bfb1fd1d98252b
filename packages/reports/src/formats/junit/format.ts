import { defineFormat } from '../../define-format.js';
import { XmlReader } from '../../xml/xml-reader.js';
import { JunitHandler } from './junit-handler.js';

export const format = defineFormat({
  label: 'JUnit XML',
  docs: 'https://github.com/testmoapp/junitxml',
  matches: ({ root }) => root === 'testsuites' || root === 'testsuite',
  open: (sink) => new XmlReader(new JunitHandler(sink), sink.limits),
});
