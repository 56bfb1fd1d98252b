import { type ChangeReport, omitEmpty, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on, type ReceivedEvent } from '../../define-provider.js';
import {
  commitText,
  detail,
  Identifier,
  identifierText,
  optional,
  TextDetail,
  Time,
  WordDetail,
  wordText,
} from '../../shared/fields.js';
import { TouchedFiles, toFileChanges } from '../../shared/file-changes.js';
import { Person, toActor } from '../../shared/people.js';
import { messageId, standardWebhooks } from '../../signatures/standard-webhooks.js';
import { lifeCycle, sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

const Repository = Type.Union([
  Identifier,
  Type.Object({ repo_id: optional(Identifier), id: optional(Identifier) }),
]);
type Repository = Static<typeof Repository>;

/** The fields of a commit, at any level of the payload. */
const commitFields = {
  commit_id: optional(Identifier),
  commit_message: TextDetail,
  message: TextDetail,
  created_ts: Time,
  timestamp: Time,
  branch_id: WordDetail,
  branch_name: WordDetail,
  repo_id: optional(Identifier),
  repo: optional(Repository),
  repository: optional(Repository),
  author: detail(Person),
  files: TouchedFiles,
};
const CommitLevel = Type.Object(commitFields);
type CommitLevel = Static<typeof CommitLevel>;

const WithCommitId = Type.Object({ commit_id: Identifier });
const WithCommit = Type.Object({ commit: WithCommitId });

/** A commit whose fields are flat, under `data` or under `commit`; the levels above may add more. */
const CommitCreated = Type.Intersect([
  Type.Union([WithCommitId, WithCommit, Type.Object({ data: Type.Union([WithCommitId, WithCommit]) })]),
  Type.Object({
    ...commitFields,
    commit: optional(CommitLevel),
    data: optional(Type.Object({ ...commitFields, commit: optional(CommitLevel) })),
  }),
]);
interface CommitCreated extends CommitLevel {
  commit?: CommitLevel | null;
  data?: (CommitLevel & { commit?: CommitLevel | null }) | null;
}

function commitCreated(payload: CommitCreated, { receivedAt }: NormalizeContext): ChangeReport[] {
  const levels = [payload.commit, payload.data?.commit, payload.data, payload];
  const first = <T>(pick: (level: CommitLevel) => T | null | undefined): T | undefined =>
    levels
      .map((level) => (level == null ? undefined : (pick(level) ?? undefined)))
      .find((value) => value !== undefined);
  const identifier = commitText(first((level) => level.commit_id) ?? '');
  return [
    {
      kind: 'change',
      repository: identifierText(first(repositoryId) ?? ''),
      identifier,
      displayIdentifier: identifier,
      sourceType: 'AssetCommit',
      timestamp: first((level) => readProviderTime(level.created_ts ?? level.timestamp)) ?? receivedAt,
      ...omitEmpty<Pick<ChangeReport, 'branch' | 'madeOn' | 'author' | 'description' | 'files'>>({
        branch: first((level) => wordText(level.branch_name)) ?? first((level) => wordText(level.branch_id)),
        madeOn: first((level) => wordText(level.branch_name)),
        author: toActor(first((level) => level.author)),
        description: first((level) => level.commit_message ?? level.message),
        files: toFileChanges(first((level) => level.files)),
      }),
    },
  ];
}

/** Commit ids are unique only within a repository (`dv.commit.46`). */
function repositoryId({ repo_id: id, repo, repository }: CommitLevel): Identifier | null | undefined {
  return id ?? idOf(repo) ?? idOf(repository);
}

function idOf(repository: Repository | null | undefined): Identifier | null | undefined {
  return typeof repository === 'object' ? (repository?.repo_id ?? repository?.id) : repository;
}

function eventName({ payload: { event, event_type: eventType, type } }: ReceivedEvent): string | null {
  const name = event ?? eventType ?? type ?? 'commit_created';
  return typeof name === 'string' ? name : null;
}

export const provider = defineProvider({
  id: 'diversion',
  setup,
  docs: 'https://docs.diversion.dev/webhooks',
  endpoints: [{ path: 'diversion' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: standardWebhooks(),
  storedHeaders: ['webhook-id', 'webhook-timestamp', 'svix-id', 'svix-timestamp'],
  deliveryId: ({ headers }) => messageId(headers),
  eventSource: 'a string in event, event_type or type',
  eventName,
  events: { commit_created: on(CommitCreated, commitCreated) },
  ignored: [],
  testEvent,
  sampleEvents,
  lifeCycle,
});
