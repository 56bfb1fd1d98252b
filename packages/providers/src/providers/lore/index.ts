import { type Actor, type ChangeReport, omitEmpty, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on, type ReceivedEvent } from '../../define-provider.js';
import { deliveryHeader } from '../../shared/delivery-header.js';
import {
  commitText,
  detail,
  Identifier,
  OptionalIdentifier,
  TextDetail,
  Time,
  WordDetail,
  wordText,
} from '../../shared/fields.js';
import { TouchedFiles, toFileChanges } from '../../shared/file-changes.js';
import { actor, Person, toActor } from '../../shared/people.js';
import { lifeCycle, sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

/** A pushed revision. The CLI's notifications use camel case, relays use snake case. */
const Revision = Type.Object({
  revision: Identifier,
  revisionNumber: detail(Identifier),
  revision_number: detail(Identifier),
  branch: WordDetail,
  repository: OptionalIdentifier,
  userId: WordDetail,
  author: detail(Person),
  message: TextDetail,
  timestamp: Time,
  files: TouchedFiles,
});
type Revision = Static<typeof Revision>;

/** One line from `lore --json notification subscribe`; a relay may add the repository that it watches. */
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
      // Revision numbers are unique only within a branch, so the hash identifies the revision.
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
  const person = toActor(author);
  const userId = wordText(id);
  if (userId === null) return person;
  // Without an account id, the person's uid may be an email address.
  return actor({ label: person?.label ?? userId, uid: userId }, person?.email ?? person?.uid);
}

function eventName({ payload: { tagName } }: ReceivedEvent): string | null {
  const name = tagName ?? 'revision_pushed';
  return typeof name === 'string' ? name : null;
}

export const provider = defineProvider({
  id: 'lore',
  setup,
  docs: 'https://github.com/EpicGames/lore',
  endpoints: [{ path: 'lore' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 202,
  signature: null,
  deliveryId: deliveryHeader,
  eventSource: 'a string in tagName',
  eventName,
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
  testEvent,
  sampleEvents,
  lifeCycle,
});
