import { expect, it } from '@jest/globals';
import { dispatchInputs } from './dispatch-inputs.js';
import { revisionParameters } from './revision-parameters.js';

const workflow = (on: string) => `name: Build\n${on}\njobs:\n  build:\n    inputs:\n      commit: 1\n`;

it.each([
  [
    'inputs of a dispatch',
    'on:\n  push:\n    branches: [main]\n  workflow_dispatch:\n    inputs:\n      commit:\n        description: To build\n      config:\n        default: shipping',
    ['commit', 'config'],
  ],
  ['quoted keys', '"on":\n  workflow_dispatch:\n    inputs:\n      \'sha\':\n        required: true', ['sha']],
  ['no inputs', 'on:\n  workflow_dispatch:\n  push:', []],
  ['inputs of another event only', 'on:\n  workflow_call:\n    inputs:\n      commit:\n        type: string', []],
  ['no dispatch', 'on: [push]', []],
])('finds %s in a workflow', (_, on, expected) => {
  expect(dispatchInputs(workflow(on))).toEqual(expected);
});

it.each([
  ['a commit', 'a'.repeat(40), ['BRANCH', 'Git_Commit', 'CHANGELIST'], null, ['Git_Commit']],
  ['a changelist', '4711', ['P4_CHANGE', 'COMMIT', 'REVISION'], null, ['P4_CHANGE', 'REVISION']],
  ['the choice of an owner', '4711', ['SYNC_TO'], 'SYNC_TO', ['SYNC_TO']],
  ['no parameter that the job lacks', '4711', ['CONFIG'], 'SYNC_TO', []],
])('names %s', (...[, identifier, names, chosen, expected]) => {
  expect(revisionParameters(names, identifier, chosen)).toEqual(expected);
});
