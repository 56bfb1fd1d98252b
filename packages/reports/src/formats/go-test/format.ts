import { defineFormat } from '../../define-format.js';
import { GoTestReader } from './go-test-reader.js';

export const format = defineFormat({
  label: 'the output of go test -json',
  docs: 'https://pkg.go.dev/cmd/test2json',
  matches: ({ lineFields }) =>
    lineFields.has('Action') && (lineFields.has('Package') || lineFields.has('ImportPath')),
  open: (sink) => new GoTestReader(sink),
});
