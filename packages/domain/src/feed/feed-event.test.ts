import { describe, expect, it } from '@jest/globals';
import { commonRedactor } from '../redaction/redactor.js';
import {
  actorOf,
  type FeedEvent,
  type FeedSubject,
  feedPathOf,
  messageOf,
  pillOf,
  targetRefOf,
} from './feed-event.js';

const uuid = '0192d3a4-0000-7000-8000-000000000001';
const build = (status: 'completed' | 'failed' | 'passed_pending_approval'): FeedSubject => ({
  kind: 'build_run',
  detail: { jobName: 'Harbor-Win64', buildNumber: '118', status },
});
const change = (detail: object = {}): FeedSubject => ({
  kind: 'change',
  detail: {
    assetId: uuid,
    assetName: 'T_Rock.png',
    assetEvent: 'updated',
    version: 3,
    changeId: 40,
    reference: 'CL 7',
    ...detail,
  },
});
const task = (state: 'to_do' | 'in_progress' | 'blocked' | 'completed'): FeedSubject => ({
  kind: 'task',
  detail: { title: 'Fix the jump', state },
});
const approval = (status: 'pending' | 'approved' | 'denied' | 'ignored'): FeedSubject => ({
  kind: 'approval',
  detail: { assetId: uuid, assetName: 'T_Rock.png', stage: 'art_review', status },
});
const deployment = (detail: object = {}): FeedSubject => ({
  kind: 'deployment',
  detail: {
    platform: 'steam',
    status: 'in_review',
    branch: 'beta',
    version: '1.4.2',
    buildNumber: '118',
    ...detail,
  },
});

function eventOf(subject: FeedSubject, id = '12'): FeedEvent {
  return {
    ...subject,
    id,
    at: new Date(0),
    eventType: 'change.submitted',
    projectId: 7,
    projectName: 'Harbor',
    userId: null,
    handle: null,
    label: null,
    provider: null,
  };
}

describe('pillOf', () => {
  it.each([
    ['ok', [build('completed'), build('passed_pending_approval'), task('completed'), approval('approved')]],
    ['ok', [deployment({ status: 'live' }), deployment({ status: 'approved' })]],
    [
      'err',
      [
        build('failed'),
        approval('denied'),
        deployment({ status: 'rejected' }),
        deployment({ status: 'rolled_back' }),
      ],
    ],
    [
      'info',
      [change(), ...['pending', 'submitted', 'uploading', 'in_review'].map((status) => deployment({ status }))],
    ],
    ['warn', [task('blocked'), approval('pending')]],
    ['neutral', [task('to_do'), task('in_progress'), approval('ignored')]],
  ] as const)('%s', (pill, subjects) => {
    expect(subjects.map(pillOf)).toEqual(subjects.map(() => pill));
  });
});

describe('actorOf', () => {
  const nobody = { userId: null, handle: null, label: null, provider: null };

  it.each([
    ['a resolved user first of all', { userId: 4, handle: 'bot', label: 'Jane', provider: 'github' }, 'user:4'],
    ['an agent', { ...nobody, handle: 'codex-1', label: 'Jane', provider: 'github' }, 'handle:codex-1'],
    [
      'an author without address',
      { ...nobody, label: 'Jane Doe <jane@studio.com>', provider: 'github' },
      'Jane Doe',
    ],
    ['the local part of a bare address', { ...nobody, label: 'jane@studio.com', provider: 'github' }, 'jane'],
    ['the tool when the author is empty', { ...nobody, label: ' @ ', provider: 'github' }, 'github'],
    ['the tool', { ...nobody, provider: 'jenkins' }, 'jenkins'],
    ['slipway when nobody is known', nobody, 'slipway'],
  ])('is %s', (_, actor, expected) => {
    expect(actorOf(actor, commonRedactor)).toBe(expected);
  });
});

describe('message, target and page of an event', () => {
  it.each([
    [build('completed'), 'Harbor-Win64 #118 passed', 'Harbor-Win64 #118', '/projects/7/builds/12'],
    [build('failed'), 'Harbor-Win64 #118 failed', 'Harbor-Win64 #118', '/projects/7/builds/12'],
    [
      build('passed_pending_approval'),
      'Harbor-Win64 #118 passed and is waiting for approval',
      'Harbor-Win64 #118',
      '/projects/7/builds/12',
    ],
    [change(), 'T_Rock.png updated to version 3 in CL 7', 'CL 7', '/projects/7/changes/40'],
    [
      change({ assetEvent: 'created', changeId: null, reference: '' }),
      'T_Rock.png created',
      'T_Rock.png',
      `/projects/7/assets/${uuid}`,
    ],
    [task('in_progress'), 'Fix the jump moved to In progress', 'task-12', '/projects/7/tasks/12'],
    [
      approval('pending'),
      'Approval requested for T_Rock.png in art review',
      'T_Rock.png',
      `/projects/7/assets/${uuid}`,
    ],
    [approval('approved'), 'Approved T_Rock.png in art review', 'T_Rock.png', `/projects/7/assets/${uuid}`],
    [approval('denied'), 'Denied T_Rock.png in art review', 'T_Rock.png', `/projects/7/assets/${uuid}`],
    [
      approval('ignored'),
      'Dismissed the approval request for T_Rock.png in art review',
      'T_Rock.png',
      `/projects/7/assets/${uuid}`,
    ],
    [
      deployment(),
      'Deployment of 1.4.2 to Steam (beta) started, now in review',
      'steam 1.4.2',
      '/projects/7/deployments/12',
    ],
    [
      deployment({ version: '', branch: '' }),
      'Deployment of build 118 to Steam started, now in review',
      'steam 118',
      '/projects/7/deployments/12',
    ],
    [
      deployment({ version: '', buildNumber: '' }),
      'Deployment of a build to Steam (beta) started, now in review',
      'steam',
      '/projects/7/deployments/12',
    ],
  ])('%#', (subject, message, targetRef, path) => {
    const event = eventOf(subject);
    expect([messageOf(event), targetRefOf(event), feedPathOf(event)]).toEqual([message, targetRef, path]);
  });
});
