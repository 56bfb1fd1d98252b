import { type Actor, omitEmpty, type ReferenceReport, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on } from '../../define-provider.js';
import {
  detail,
  Identifier,
  identifierText,
  OptionalFlag,
  OptionalKey,
  optional,
  TextDetail,
  Time,
} from '../../shared/fields.js';
import { callbackHmac } from '../../signatures/callback-hmac.js';
import { sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

const List = Type.Object({ name: OptionalKey });
const Member = Type.Object({ id: detail(Identifier), fullName: TextDetail, username: TextDetail });

const CardAction = Type.Object({
  action: Type.Object({
    date: Time,
    member: detail(Member),
    data: Type.Object({
      card: Type.Object({
        id: Identifier,
        shortLink: OptionalKey,
        name: TextDetail,
        closed: OptionalFlag,
      }),
      list: optional(List),
      listAfter: optional(List),
      old: optional(Type.Object({ closed: OptionalFlag })),
      idMember: detail(Identifier),
    }),
  }),
});
type CardAction = Static<typeof CardAction>;
type Action = CardAction['action'];

function cardReported({ action }: CardAction, { receivedAt, event }: NormalizeContext): ReferenceReport[] {
  const { card, list, listAfter } = action.data;
  const externalId = identifierText(card.id);
  return [
    {
      kind: 'reference',
      externalId,
      // Commits mention a card by its address, https://trello.com/c/<short link>, which also works with the id.
      key: card.shortLink || externalId,
      at: readProviderTime(action.date) ?? receivedAt,
      ...omitEmpty<Pick<ReferenceReport, 'title' | 'state' | 'url'>>({
        title: card.name,
        state: listAfter?.name ?? list?.name,
        url: `https://trello.com/c/${card.shortLink || externalId}`,
      }),
      ...assigneeOf(action, event),
      ...removalOf(action, event),
    },
  ];
}

/**
 * A card can have several members, but a reference has one assignee: the member who joined last, or nobody once
 * one has left.
 */
function assigneeOf({ member, data }: Action, event: string): { assignee?: Actor | null } {
  if (event === 'removeMemberFromCard') return { assignee: null };
  const id = member?.id ?? data.idMember;
  if (event !== 'addMemberToCard' || id == null) return {};
  const uid = identifierText(id);
  return { assignee: { label: member?.fullName || member?.username || uid, uid } };
}

/** Trello archives by closing. */
function removalOf({ data: { card, old } }: Action, event: string): { removed?: boolean } {
  if (event === 'deleteCard' || card.closed === true) return { removed: true };
  return old?.closed === true ? { removed: false } : {};
}

const CARD_ACTIONS = [
  'createCard',
  'updateCard',
  'copyCard',
  'emailCard',
  'deleteCard',
  'convertToCardFromCheckItem',
  'moveCardToBoard',
  'addMemberToCard',
  'removeMemberFromCard',
  'commentCard',
] as const;

/** Actions that change nothing stored about a card, and all actions on boards, lists and labels. */
const IGNORED: readonly string[] = [
  'addAttachmentToCard',
  'deleteAttachmentFromCard',
  'addChecklistToCard',
  'removeChecklistFromCard',
  'addLabelToCard',
  'removeLabelFromCard',
  'updateCustomFieldItem',
  'voteOnCard',
  'copyCommentCard',
  'updateCheckItemStateOnCard',
  'createCheckItem',
  'updateCheckItem',
  'deleteCheckItem',
  'updateComment',
  'createChecklist',
  'updateChecklist',
  'copyChecklist',
  'deleteComment',
  'moveCardFromBoard',
  'createBoard',
  'updateBoard',
  'copyBoard',
  'moveListToBoard',
  'moveListFromBoard',
  'createList',
  'updateList',
  'createLabel',
  'updateLabel',
  'deleteLabel',
  'createCustomField',
  'updateCustomField',
  'deleteCustomField',
  'addMemberToBoard',
  'removeMemberFromBoard',
  'makeAdminOfBoard',
  'makeNormalMemberOfBoard',
  'makeObserverOfBoard',
  'addAdminToBoard',
  'deleteBoardInvitation',
  'unconfirmedBoardInvitation',
  'enablePlugin',
  'disablePlugin',
  'addToOrganizationBoard',
  'removeFromOrganizationBoard',
  'addBoardsPinnedToMember',
  'updateMember',
];

export const provider = defineProvider({
  id: 'trello',
  setup,
  docs: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/',
  endpoints: [{ path: 'trello' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: callbackHmac('x-trello-webhook'),
  initialConfig: (address) => ({ callback_url: `${address}?token={token}` }),
  /** Before it creates a webhook, Trello sends a HEAD request to its address. */
  checksAddressByHead: true,
  handshake: ({ method }) => (method === 'HEAD' ? { status: 200, body: null } : null),
  deliveryId: ({ payload }) => actionField(payload, 'id'),
  eventSource: 'action.type',
  eventName: ({ payload }) => actionField(payload, 'type'),
  events: Object.fromEntries(CARD_ACTIONS.map((type) => [type, on(CardAction, cardReported)])),
  ignored: IGNORED,
  testEvent,
  sampleEvents,
});

function actionField(payload: Readonly<Record<string, unknown>>, name: string): string | null {
  const { action } = payload;
  if (typeof action !== 'object' || action === null || !Object.hasOwn(action, name)) return null;
  const value: unknown = action[name as keyof typeof action];
  return typeof value === 'string' && value !== '' ? value : null;
}
