import type { Option } from '../define-command.js';
import type { DetectedBuild } from './detect-ci.js';

/** Options that name the build; by default they are what the CI system says. */
export const buildOptions = {
  job: { kind: 'text', value: 'name', description: 'the CI job' },
  number: { kind: 'text', value: 'number', description: 'the number of the build' },
  url: { kind: 'text', value: 'address', description: 'the page of the build' },
  commit: { kind: 'text', value: 'sha', description: 'the commit that is built' },
  changelist: { kind: 'text', value: 'number', description: 'the changelist that is built' },
  branch: { kind: 'text', value: 'name', description: 'the branch that is built' },
} as const satisfies Readonly<Record<string, Option>>;

/** What the command line says about a build, else what the CI system says. */
export function chosenBuild(input: DetectedBuild, detected: DetectedBuild): DetectedBuild {
  return {
    job: input.job ?? detected.job,
    number: input.number ?? detected.number,
    url: input.url ?? detected.url,
    commit: input.commit ?? detected.commit,
    changelist: input.changelist ?? detected.changelist,
    branch: input.branch ?? detected.branch,
  };
}
