import { defineFormat } from '../../define-format.js';
import { XmlReader } from '../../xml/xml-reader.js';
import { XunitHandler } from './xunit-handler.js';

export const format = defineFormat({
  label: 'xUnit.net XML',
  docs: 'https://xunit.net/docs/format-xml-v2',
  matches: ({ root }) => root === 'assemblies' || root === 'assembly',
  open: (sink) => new XmlReader(new XunitHandler(sink), sink.limits),
});
