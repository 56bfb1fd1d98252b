import { NOBODY } from '../text/redact-text.js';
import { type BuildFacts, describeBuild } from './describe-build.js';
import type { Message } from './message.js';

/** A broken build with everything that a message can show. */
export const BROKEN: BuildFacts = {
  project: { id: 7, name: 'Harbor' },
  build: { id: 91, jobName: 'Harbor-Win64', number: '1847' },
  failures: 2,
  finding: {
    diagnosis: 'Buoyancy.cpp does not compile: the member Drag was removed.',
    quote: "Buoyancy.cpp(42): error C2039: 'Drag': is not a member of 'FWaterParams'",
    isCertain: true,
    attributedUserId: 3,
  },
  change: {
    id: 5,
    displayIdentifier: 'CL 48211',
    description: 'Raise the quay lights\n\nSecond line',
    authorUserId: 4,
  },
  suspects: [
    {
      changeId: 4,
      identifier: '48210',
      displayIdentifier: 'CL 48210',
      description: 'Simplify water parameters\n\nSecond line',
      author: 'mholm',
      person: 'Mira Holm',
      authorUserId: 3,
      reason: 'Touched Source/Buoyancy.cpp, where the build fails.',
      confidence: 0.9,
    },
  ],
  newChanges: { passedNumber: '1845', count: 2, isCut: false, newest: ['CL 48211', 'CL 48210'] },
  tests: null,
};

export const OPTIONS = { baseUrl: 'https://slipway.test', people: NOBODY };

/** The message about a broken main job. */
export const brokenMessage = (facts: Partial<BuildFacts> = {}): Message =>
  describeBuild('main_job.broke', { ...BROKEN, ...facts }, OPTIONS).message;
