import type { GatedTest, TestGate } from '@slipway/contracts';
import type { RecordView } from '../output/details.js';

export const nameOfTest = ({ path, name }: { readonly path: string; readonly name: string }) =>
  path === '' ? name : `${path}.${name}`;

/** What a gate says, and where it got it from. */
export interface JudgedGate extends TestGate {
  readonly source: 'service' | 'local files';
  /** When the list of muted and flaky tests was read; null if the service applied it itself. */
  readonly known_tests_at: string | null;
}

export function showGate({ passed, reasons, failures, muted, flaky, source }: JudgedGate): RecordView {
  return {
    title: passed ? 'The tests let the build pass' : 'The tests hold the build back',
    details: [
      { label: 'failures', value: failures.length },
      { label: 'muted', value: muted.length },
      { label: 'flaky', value: flaky.length },
      { label: 'source', value: source },
    ],
    sections: [
      { heading: 'Reasons', lines: reasons },
      { heading: 'Failures', lines: failures.map(describe) },
      { heading: 'Failures of muted tests', lines: muted.map(describe) },
      { heading: 'Failures of flaky tests', lines: flaky.map(describe) },
    ],
  };
}

function describe(test: GatedTest): string {
  const message = test.message.split('\n', 1)[0] ?? '';
  return [test.suite, test.variant, nameOfTest(test), message].filter((part) => part !== '').join('  ');
}
