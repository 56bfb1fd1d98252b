import { type Actor, type ChangeReport, omitEmpty, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on } from '../define-provider.js';
import {
  commitText,
  Identifier,
  maybe,
  OptionalIdentifier,
  OptionalText,
  OptionalWord,
  wordText,
} from '../fields.js';
import { TouchedFile, toFileChanges } from './_file-changes.js';
import { actor, Person, toActor } from './_people.js';

/** A pushed revision: as the CLI's notifications tell it in camel case, or as a relay does. */
const Revision = Type.Object({
  revision: Identifier,
  revisionNumber: maybe(Identifier),
  revision_number: maybe(Identifier),
  branch: OptionalWord,
  repository: OptionalIdentifier,
  userId: OptionalWord,
  author: maybe(Person),
  message: OptionalText,
  timestamp: Type.Optional(Type.Unknown()),
  files: maybe(Type.Array(TouchedFile)),
});
type Revision = Static<typeof Revision>;

/** One line of `lore --json notification subscribe`; a relay may say beside it which repository it watches. */
const BranchPushed = Type.Object({ data: Revision, repository: OptionalIdentifier });
type BranchPushed = Static<typeof BranchPushed>;

function branchPushed({ data, repository }: BranchPushed, context: NormalizeContext): ChangeReport[] {
  return revisionPushed({ ...data, repository: data.repository ?? repository ?? null }, context);
}

function revisionPushed(revision: Revision, { receivedAt }: NormalizeContext): ChangeReport[] {
  const identifier = commitText(revision.revision);
  const number = revision.revisionNumber ?? revision.revision_number;
  return [
    {
      kind: 'change',
      // Revision numbers count per branch: the same one on two branches is two revisions, so the hash is the identity.
      repository: wordText(revision.repository) ?? '',
      identifier,
      displayIdentifier: number == null ? identifier : `r${number}`,
      sourceType: 'AssetCommit',
      timestamp: readProviderTime(revision.timestamp) ?? receivedAt,
      ...omitEmpty<Pick<ChangeReport, 'branch' | 'author' | 'description' | 'files'>>({
        branch: wordText(revision.branch),
        author: authorOf(revision),
        description: revision.message,
        files: toFileChanges(revision.files),
      }),
    },
  ];
}

function authorOf({ author, userId: id }: Revision): Actor | undefined {
  const told = toActor(author);
  const userId = wordText(id);
  if (userId === null) return told;
  // What the author line has in place of an id may be an address.
  return actor({ label: told?.label ?? userId, uid: userId }, told?.email ?? told?.uid);
}

export const provider = defineProvider({
  id: 'lore',
  label: 'Lore',
  docs: 'https://github.com/EpicGames/lore',
  endpoints: [{ path: 'lore' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 202,
  signature: null,
  deliveryId: () => null,
  eventName: ({ payload: { tagName } }) => (typeof tagName === 'string' ? tagName : 'revision_pushed'),
  events: {
    notificationBranchPushed: on(BranchPushed, branchPushed),
    revision_pushed: on(Revision, revisionPushed),
  },
  ignored: [
    'notificationBranchCreated',
    'notificationBranchDeleted',
    'notificationResourceLocked',
    'notificationResourceUnlocked',
    'notificationSubscribed',
    'notificationUnsubscribed',
    'revisionInfo',
    'revisionInfoDelta',
    'metadata',
  ],
});
