import { type ChangeReport, omitEmpty, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on } from '../../define-provider.js';
import { deliveryHeader } from '../../shared/delivery-header.js';
import { OptionalText, TextDetail, Time, WordDetail } from '../../shared/fields.js';
import { TouchedFiles, toFileChanges } from '../../shared/file-changes.js';
import { type Described, expanded, readDescribe } from './describe.js';
import { lifeCycle, sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';
import { readTriggerBody } from './trigger-body.js';

/** Submitted changes have positive numbers. An unexpanded trigger variable (`%changelist%`) is rejected. */
const Changelist = Type.Union([
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ pattern: '^\\s*0*[1-9][0-9]{0,18}\\s*$' }),
]);

/** What a trigger script posts. Perforce's own tools call the number `change`. */
const Submitted = Type.Intersect([
  Type.Union([Type.Object({ changelist: Changelist }), Type.Object({ change: Changelist })]),
  Type.Object({
    changelist: Type.Optional(Changelist),
    change: Type.Optional(Changelist),
    status: OptionalText,
    timestamp: Time,
    user: WordDetail,
    client: WordDetail,
    description: TextDetail,
    stream: WordDetail,
    files: TouchedFiles,
    /** The output of `p4 -Mj -ztag describe -s N` or `p4 describe -s N`. */
    describe: Type.Optional(Type.Unknown()),
  }),
]);
type Submitted = Static<typeof Submitted>;

function changelistSubmitted(payload: Submitted, { receivedAt }: NormalizeContext): ChangeReport[] {
  const number = String(payload.changelist ?? payload.change)
    .trim()
    .replace(/^0+/, '');
  // The body itself may be the output of describe.
  const described = readDescribe(payload.describe ?? payload);
  return [
    {
      kind: 'change',
      repository: '',
      identifier: number,
      displayIdentifier: `CL ${number}`,
      sourceType: 'Changelist',
      timestamp: readProviderTime(payload.timestamp) ?? readProviderTime(described.time) ?? receivedAt,
      ...omitEmpty<Pick<ChangeReport, 'branch' | 'author' | 'description' | 'files'>>({
        branch: expanded(payload.stream),
        author: authorOf(payload, described),
        description: expanded(payload.description) ?? described.description,
        files: toFileChanges(payload.files) ?? described.files,
      }),
    },
  ];
}

/** Perforce does not allow at signs in names, so the part after one is the client, as in its own `user@client`. */
function authorOf(payload: Submitted, described: Described) {
  const [user = '', clientOfUser] = (expanded(payload.user) ?? described.user ?? '').split('@');
  if (user === '') return null;
  const client = clientOfUser || expanded(payload.client) || described.client;
  return { label: client ? `${user}@${client}` : user, uid: user };
}

/** A shelved or pending change has a number but is not in the depot. */
function eventName({ status, describe }: Readonly<Record<string, unknown>>): string {
  const word = typeof status === 'string' ? status : readDescribe(describe).status;
  const state = word?.toLowerCase();
  return state === 'shelved' || state === 'pending' ? `changelist_${state}` : 'changelist_submitted';
}

export const provider = defineProvider({
  id: 'perforce',
  setup,
  docs: 'https://help.perforce.com/helix-core/server-apps/p4sag/current/Content/P4SAG/scripting.trigger.submits.html',
  endpoints: [{ path: 'perforce' }],
  verifiable: true,
  tokenPlaces: ['x-service-token', 'body'],
  acceptStatus: 202,
  signature: null,
  readBody: readTriggerBody,
  trim: (payload) =>
    Object.hasOwn(payload, 'token')
      ? Object.fromEntries(Object.entries(payload).filter(([name]) => name !== 'token'))
      : payload,
  deliveryId: deliveryHeader,
  eventName: ({ payload }) => eventName(payload),
  events: { changelist_submitted: on(Submitted, changelistSubmitted) },
  ignored: ['changelist_shelved', 'changelist_pending'],
  testEvent,
  sampleEvents,
  lifeCycle,
});
