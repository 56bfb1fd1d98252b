import type { SourceType } from '@slipway/contracts';
import type { ReportedDetails } from '@slipway/providers';
import type { Author } from './authors.js';
import { type FileAction, repositoryFiles, rootOf } from './change-files.js';
import { type ChangeKind, changeDescription, changeSubject } from './change-text.js';
import type { StreamPlan } from './plan.js';
import { integrations } from './projects.js';
import type { Random } from './random.js';
import type { Scope } from './scope.js';
import type { DemoTask } from './tasks.js';
import { after, second, spread } from './times.js';
import type { TrackerItem } from './trackers.js';
import type { Webhook } from './webhooks.js';

/** A change to which builds and assets can still add touched files. */
export interface ChangeDraft {
  stream: StreamPlan;
  number: number;
  /** A changelist number, or the hash or id of a commit. */
  identifier: string;
  at: Date;
  author: Author;
  kind: ChangeKind;
  subject: string;
  taskId: number | undefined;
  reference: TrackerItem | undefined;
  withAddress: boolean;
  /** By path; null if the sender provides no file data, empty if no file was touched. */
  files: Map<string, FileAction> | null;
  /** Whether the next push drops it. */
  isDropped: boolean;
}

/** How the service names a change. */
export function displayOf({ stream, identifier, number }: ChangeDraft): string {
  const { provider } = integrations[stream.integration];
  if (provider === 'perforce') return `CL ${number}`;
  return provider === 'github' ? identifier.slice(0, 8) : `r${number}`;
}

export const isChangelist = ({ stream }: ChangeDraft) => stream.sourceType === 'Changelist';

function identifierOf(random: Random, { integration }: StreamPlan, number: number): string {
  const { provider } = integrations[integration];
  if (provider === 'perforce') return String(number);
  return provider === 'diversion' ? `dv.commit.${number}` : random.hex(provider === 'lore' ? 64 : 40);
}

/** Which changes of a stream lack file data, touch nothing or are dropped: fixed positions, so that all occur. */
function specialCases(sourceType: SourceType, index: number) {
  const git = sourceType === 'GitCommit';
  return {
    filesKnown: !(git && index % 5 === 2),
    empty: git ? index % 13 === 6 : index % 29 === 11,
    isDropped: git && index % 9 === 4,
    withAddress: index % 11 === 3,
  };
}

function kindOf(random: Random, sourceType: SourceType): ChangeKind {
  if (sourceType === 'AssetCommit') return 'art';
  return sourceType === 'Changelist' && random.chance(0.45) ? 'art' : 'code';
}

function draftStream(random: Random, scope: Scope, stream: StreamPlan): ChangeDraft[] {
  let number = stream.firstNumber ?? 0;
  return spread(random, scope.now, stream.count).map((at, index) => {
    number += stream.sourceType === 'Changelist' ? random.int(1, 4) : 1;
    const { filesKnown, empty, isDropped, withAddress } = specialCases(stream.sourceType, index);
    const kind = kindOf(random, stream.sourceType);
    const author = random.pick(scope.authors);
    const files: Map<string, FileAction> = empty ? new Map() : repositoryFiles(random, scope, stream, kind);
    return {
      stream,
      number,
      identifier: identifierOf(random, stream, number),
      at,
      author,
      kind,
      subject: changeSubject(random, scope, kind, author.bot),
      taskId: undefined,
      reference: undefined,
      withAddress,
      files: filesKnown ? files : null,
      isDropped,
    };
  });
}

/** Makes changes mention tasks that are older than they are, and tracker items. */
function addMentions(random: Random, drafts: ChangeDraft[], tasks: DemoTask[], items: TrackerItem[]): void {
  for (const [index, draft] of drafts.entries()) {
    const open = tasks.filter(({ createdAt }) => createdAt < draft.at);
    if (index % 4 === 1 && open.length > 0) draft.taskId = random.pick(open.slice(-12)).id;
    if (index % 5 === 2 && items.length > 0) draft.reference = random.pick(items);
  }
}

/** All changes of a project, oldest first. */
export function draftChanges(scope: Scope, tasks: DemoTask[], items: TrackerItem[]): ChangeDraft[] {
  const random = scope.random('changes');
  const drafts = scope.plan.streams
    .flatMap((stream) => draftStream(random, scope, stream))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  addMentions(random, drafts, tasks, items);
  return drafts;
}

/** Adds a file that something else in the demo depends on, which means that the change has file data. */
export function touchFile(draft: ChangeDraft, path: string, action: FileAction): void {
  draft.files ??= new Map();
  draft.files.set(rootOf(draft.stream) + path, action);
}

const SAMPLES: Readonly<Record<string, string>> = { perforce: 'submit', diversion: 'commit' };

/** What the body of a webhook says about a change. Tools differ in how they name people. */
function fieldsOf(random: Random, { stream, author, identifier, files }: ChangeDraft): object {
  const { name, email, logins } = author;
  const { provider } = integrations[stream.integration];
  const full = `${name} <${email}>`;
  const touched = files === null ? {} : { files: [...files].map(([path, action]) => ({ path, action })) };
  if (provider === 'perforce')
    return { user: loginOf(author, 'perforce'), client: undefined, stream: stream.repository, ...touched };
  const { repository } = stream;
  if (provider === 'diversion')
    return { repo_id: repository, author: { full_name: random.chance(0.5) ? email : name, email }, ...touched };
  const byline = random.chance(0.2) ? full : (logins[provider] ?? name);
  return provider === 'lore' ? { revision: identifier, repository, author: byline, ...touched } : {};
}

function loginOf({ logins, email }: Author, provider: string): string {
  return logins[provider] ?? email.replace(/@.*/, '');
}

/** What the samples of Git services say about a commit. */
function commitOf({ stream, author, identifier, files }: ChangeDraft, before: ChangeDraft | undefined) {
  const { repository, branch } = stream;
  const commit: Partial<ReportedDetails> = {
    repository,
    branch,
    commit: identifier,
    files: files && [...files].map(([path, action]) => ({ path, action })),
    login: loginOf(author, 'github'),
    email: author.email,
    isForced: before?.isDropped ?? false,
  };
  return before === undefined ? commit : { ...commit, before: before.identifier };
}

/** The webhooks of all changes, once everything that touches one has been drafted. */
export function reportChanges(scope: Scope, drafts: ChangeDraft[]): Webhook[] {
  const random = scope.random('change text');
  const last = new Map<StreamPlan, ChangeDraft>();
  return drafts.map((draft) => {
    const { stream, number, at, author } = draft;
    const { provider } = integrations[stream.integration];
    const isGit = provider === 'github';
    const reported = isGit ? commitOf(draft, last.get(stream)) : {};
    last.set(stream, draft);
    return {
      integration: stream.integration,
      sample: SAMPLES[provider] ?? 'push',
      at: after(at, random.int(1, 9) * second),
      details: {
        now: at.getTime(),
        number,
        title: changeDescription(random, scope, draft.subject, draft),
        author: isGit && random.chance(0.25) ? `${author.name} <${author.email}>` : author.name,
        reported,
      },
      fields: fieldsOf(random, draft),
    };
  });
}
