import { defineFormat } from '../../define-format.js';
import { XmlReader } from '../../xml/xml-reader.js';
import { TrxHandler } from './trx-handler.js';

export const format = defineFormat({
  label: 'Visual Studio TRX',
  docs: 'https://github.com/microsoft/vstest/blob/main/docs/report.md',
  matches: ({ root }) => root === 'TestRun',
  open: (sink) => new XmlReader(new TrxHandler(sink), sink.limits),
});
