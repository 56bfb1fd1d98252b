import Sequencer from '@jest/test-sequencer';
import { withoutMissingPrograms } from './needed-programs.mjs';

/** Tests in these folders wait for servers, processes and pages, some of them for most of a minute. */
const SLOW = ['/tests/faults/', '/tests/browser/'];

/** Starts slow files first, so that none runs alone at the end. Jest knows durations only from earlier runs. */
export default class SlowFirst extends Sequencer {
  async sort(tests) {
    const isSlow = ({ path }) => SLOW.some((folder) => path.includes(folder));
    const sorted = super.sort(await withoutMissingPrograms(tests));
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
  }
}
