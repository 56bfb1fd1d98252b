import type { FileAction, SourceType } from '@slipway/contracts';
import { bylineOf } from './authors.js';
import { repositoryFiles, rootOf } from './change-files.js';
import { type ChangeKind, changeDescription, changeSubject } from './change-text.js';
import type { StreamPlan } from './plan.js';
import { integrationId, integrations } from './projects.js';
import type { Random } from './random.js';
import type { ReferenceRow } from './references.js';
import type { Scope } from './scope.js';
import type { TaskRow } from './tasks.js';
import { after, day, second, soonAfter, spread } from './times.js';

export interface ChangeRow {
  id: number;
  accountId: number;
  projectId: number;
  integrationId: number;
  repository: string;
  identifier: string;
  displayIdentifier: string;
  sourceType: SourceType;
  branch: string;
  url: string;
  author: string;
  authorUid: string;
  authorUserId: number | null;
  description: string;
  timestamp: Date;
  fileCount: number | null;
  orphanedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A change to which builds and assets can still add touched files. */
export interface ChangeDraft {
  row: ChangeRow;
  stream: StreamPlan;
  kind: ChangeKind;
  subject: string;
  taskId: number | undefined;
  reference: ReferenceRow | undefined;
  withAddress: boolean;
  /** False if the sender provided no file data. */
  filesKnown: boolean;
  /** Files by path; empty with `filesKnown` means that no file was touched. */
  files: Map<string, FileAction>;
}

function nameChange(random: Random, scope: Scope, stream: StreamPlan, number: number) {
  const { provider } = integrations[stream.integration];
  if (provider === 'perforce')
    return {
      identifier: String(number),
      displayIdentifier: `CL ${number}`,
      url: '',
      repository: '',
      branch: stream.repository,
    };
  const { repository, branch } = stream;
  if (provider === 'diversion')
    return {
      identifier: `dv.commit.${number}`,
      displayIdentifier: `dv.commit.${number}`,
      url: '',
      repository,
      branch,
    };
  if (provider === 'lore')
    return { identifier: random.hex(64), displayIdentifier: `r${number}`, url: '', repository, branch };
  const identifier = random.hex(40);
  const url = `https://github.${scope.theme.host}/${repository}/commit/${identifier}`;
  return { identifier, displayIdentifier: identifier.slice(0, 8), url, repository, branch };
}

/** Which changes of a stream lack file data, touch nothing or are orphaned: fixed positions, so that all occur. */
function specialCases(sourceType: SourceType, index: number) {
  const git = sourceType === 'GitCommit';
  return {
    filesKnown: !(git && index % 5 === 2),
    empty: git ? index % 13 === 6 : index % 29 === 11,
    orphaned: git ? index % 9 === 4 : sourceType === 'AssetCommit' && index % 15 === 6,
    withAddress: index % 11 === 3,
  };
}

function kindOf(random: Random, sourceType: SourceType): ChangeKind {
  if (sourceType === 'AssetCommit') return 'art';
  return sourceType === 'Changelist' && random.chance(0.45) ? 'art' : 'code';
}

function draftStream(random: Random, scope: Scope, stream: StreamPlan): ChangeDraft[] {
  let number = stream.firstNumber ?? 0;
  return spread(random, scope.now, stream.count).map((timestamp, index) => {
    number += stream.sourceType === 'Changelist' ? random.int(1, 4) : 1;
    const { filesKnown, empty, orphaned, withAddress } = specialCases(stream.sourceType, index);
    const kind = kindOf(random, stream.sourceType);
    const author = random.pick(scope.authors);
    const createdAt = after(timestamp, random.int(1, 9) * second);
    const orphanedAt = orphaned ? soonAfter(random, createdAt, 2 * day, scope.now) : null;
    const row: ChangeRow = {
      id: 0,
      accountId: scope.accountId,
      projectId: scope.projectId,
      integrationId: integrationId(stream.integration),
      ...nameChange(random, scope, stream, number),
      sourceType: stream.sourceType,
      ...bylineOf(random, author, stream.integration),
      description: '',
      timestamp,
      fileCount: null,
      orphanedAt,
      createdAt,
      updatedAt: orphanedAt ?? createdAt,
    };
    const files = filesKnown && !empty ? repositoryFiles(random, scope, stream, kind) : new Map();
    const subject = changeSubject(random, scope, kind, author.bot);
    return { row, stream, kind, subject, taskId: undefined, reference: undefined, withAddress, filesKnown, files };
  });
}

/** Makes changes mention tasks that are older than they are, and tracker items. */
function addMentions(random: Random, drafts: ChangeDraft[], tasks: TaskRow[], references: ReferenceRow[]): void {
  for (const [index, draft] of drafts.entries()) {
    const open = tasks.filter(({ createdAt }) => createdAt < draft.row.timestamp);
    if (index % 4 === 1 && open.length > 0) draft.taskId = random.pick(open.slice(-12)).id;
    if (index % 5 === 2 && references.length > 0) draft.reference = random.pick(references);
  }
}

/** All changes of a project, oldest first. */
export function draftChanges(scope: Scope, tasks: TaskRow[], references: ReferenceRow[]): ChangeDraft[] {
  const random = scope.random('changes');
  const drafts = scope.plan.streams
    .flatMap((stream) => draftStream(random, scope, stream))
    .sort((a, b) => a.row.timestamp.getTime() - b.row.timestamp.getTime());
  for (const { row } of drafts) row.id = scope.ids.next('changes');
  addMentions(random, drafts, tasks, references);
  return drafts;
}

/** Adds a file that something else in the demo depends on, which means that the change has file data. */
export function touchFile(draft: ChangeDraft, path: string, action: FileAction): void {
  draft.filesKnown = true;
  draft.files.set(`${rootOf(draft.stream)}${path}`, action);
}

export interface ChangeContent {
  rows: ChangeRow[];
  files: { changeId: number; path: string; action: FileAction }[];
  taskLinks: { taskId: number; changeId: number; projectId: number }[];
  mentions: { changeId: number; key: string; projectId: number }[];
}

/** The rows, once everything that touches a change has been created. */
export function finishChanges(scope: Scope, drafts: ChangeDraft[]): ChangeContent {
  const random = scope.random('change text');
  const { projectId } = scope;
  return {
    rows: drafts.map((draft) => ({
      ...draft.row,
      description: changeDescription(random, scope, draft.subject, draft),
      fileCount: draft.filesKnown ? draft.files.size : null,
    })),
    files: drafts.flatMap(({ row, files }) =>
      [...files].map(([path, action]) => ({ changeId: row.id, path, action })),
    ),
    taskLinks: drafts.flatMap(({ row, taskId }) =>
      taskId === undefined ? [] : [{ taskId, changeId: row.id, projectId }],
    ),
    mentions: drafts.flatMap(({ row, reference }) =>
      reference === undefined ? [] : [{ changeId: row.id, key: reference.key, projectId }],
    ),
  };
}
