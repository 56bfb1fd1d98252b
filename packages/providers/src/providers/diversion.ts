import { type ChangeReport, omitEmpty, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on, type ReceivedEvent } from '../define-provider.js';
import { commitText, Identifier, identifierText, maybe, OptionalText, OptionalWord, wordText } from '../fields.js';
import { messageId, standardWebhooks } from '../signatures/standard-webhooks.js';
import { TouchedFile, toFileChanges } from './_file-changes.js';
import { Person, toActor } from './_people.js';

const Repository = Type.Union([Identifier, Type.Object({ repo_id: maybe(Identifier), id: maybe(Identifier) })]);
type Repository = Static<typeof Repository>;

/** What is told of a commit at one level of the payload. */
const told = {
  commit_id: maybe(Identifier),
  commit_message: OptionalText,
  message: OptionalText,
  created_ts: Type.Optional(Type.Unknown()),
  timestamp: Type.Optional(Type.Unknown()),
  branch_id: OptionalWord,
  branch_name: OptionalWord,
  repo_id: maybe(Identifier),
  repo: maybe(Repository),
  repository: maybe(Repository),
  author: maybe(Person),
  files: maybe(Type.Array(TouchedFile)),
};
const Told = Type.Object(told);
type Told = Static<typeof Told>;

const WithCommitId = Type.Object({ commit_id: Identifier });
const WithCommit = Type.Object({ commit: WithCommitId });

/** The commit's fields: flat, under `data` or under `commit`, and what is beside them. */
const CommitCreated = Type.Intersect([
  Type.Union([WithCommitId, WithCommit, Type.Object({ data: Type.Union([WithCommitId, WithCommit]) })]),
  Type.Object({ ...told, commit: maybe(Told), data: maybe(Type.Object({ ...told, commit: maybe(Told) })) }),
]);
type CommitCreated = Told & { commit?: Told | null; data?: (Told & { commit?: Told | null }) | null };

function commitCreated(payload: CommitCreated, { receivedAt }: NormalizeContext): ChangeReport[] {
  const levels = [payload.commit, payload.data?.commit, payload.data, payload];
  const first = <T>(pick: (level: Told) => T | null | undefined): T | undefined =>
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

/** Commit ids count per repository (`dv.commit.46`), so the repository's id tells them apart. */
function repositoryId({ repo_id: id, repo, repository }: Told): Identifier | null | undefined {
  return id ?? idOf(repo) ?? idOf(repository);
}

function idOf(repository: Repository | null | undefined): Identifier | null | undefined {
  return typeof repository === 'object' ? (repository?.repo_id ?? repository?.id) : repository;
}

function eventName({ payload: { event, event_type: eventType, type } }: ReceivedEvent): string {
  const name = event ?? eventType ?? type;
  return typeof name === 'string' ? name : 'commit_created';
}

export const provider = defineProvider({
  id: 'diversion',
  label: 'Diversion',
  docs: 'https://docs.diversion.dev/webhooks',
  endpoints: [{ path: 'diversion' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: standardWebhooks(),
  deliveryId: ({ headers }) => messageId(headers),
  eventName,
  events: { commit_created: on(CommitCreated, commitCreated) },
  ignored: [],
});
