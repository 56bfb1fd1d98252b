import { hexDigest, isoTime, loginOf, type SampleDetails } from '../../sample-event.js';
import { trackerEvents } from '../../shared/tracker-events.js';

const shortLink = ({ subject }: SampleDetails) => hexDigest(subject).slice(0, 8);

export const sampleEvents = trackerEvents(
  ({ name, state }, details) => ({
    path: 'trello',
    body: {
      action: {
        id: details.id.replaceAll('-', '').slice(0, 24),
        type: name === 'created' ? 'createCard' : 'updateCard',
        date: isoTime(details.now),
        memberCreator: { fullName: details.author, username: loginOf(details) },
        data: {
          board: { id: '5f1e000000000000000000b1', name: 'Harbor art' },
          card: {
            id: hexDigest(details.subject).slice(0, 24),
            name: details.title,
            idShort: details.number,
            shortLink: shortLink(details),
          },
          ...(name === 'created' ? { list: { name: state } } : { listAfter: { name: state } }),
        },
      },
      model: { id: '5f1e000000000000000000b1', name: 'Harbor art' },
    },
  }),
  shortLink,
);
