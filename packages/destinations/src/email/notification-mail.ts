import {
  type MailedDigest,
  type MailedNotification,
  type MailedPause,
  type Message,
  pageAt,
} from '@slipway/domain';
import { type MailParagraph, type MailText, oneLine, writeMail } from './mail-text.js';

/** Where the links of a notification email lead. */
interface MailLinks {
  readonly baseUrl: string;
  readonly unsubscribeUrl: string;
}

/** Why the recipient gets the email, and how to stop that. */
const footer = ({ baseUrl, unsubscribeUrl }: MailLinks): MailParagraph[] => [
  { text: 'You receive this email because of your notification settings.', isSmall: true },
  {
    text: 'Change the settings',
    link: baseUrl + pageAt('/settings/notifications', {}),
    isLink: true,
    isSmall: true,
  },
  { text: 'Stop all notification emails without signing in', link: unsubscribeUrl, isLink: true, isSmall: true },
];

/** A notification as an email. */
export function notificationMail({ message, thread }: MailedNotification, links: MailLinks): MailText {
  const { title, text, quote, facts, link, source } = message;
  const mail = writeMail(
    `[${oneLine(source)}] ${oneLine(title)}`,
    [
      { text: text === '' ? `${oneLine(title)}.` : text, quote: quote && oneLine(quote) },
      { text: link.label, link: link.url, isLink: true },
      ...footer(links),
    ],
    facts.map(({ label, value, url }) => [label, oneLine(value), url] as const),
  );
  return { ...mail, thread, unsubscribeUrl: links.unsubscribeUrl };
}

/** A day's notifications in one email. */
export function digestMail({ messages }: MailedDigest, links: MailLinks): MailText {
  const count = messages.length === 1 ? '1 notification' : `${messages.length} notifications`;
  const mail = writeMail(`Your Slipway digest: ${count}`, [
    { text: 'What happened since your last digest:' },
    ...messages.map(({ title, source, link }: Message) => ({
      text: `${oneLine(source)}: ${oneLine(title)}`,
      link: link.url,
      isLink: true,
    })),
    ...footer(links),
  ]);
  return { ...mail, unsubscribeUrl: links.unsubscribeUrl };
}

/** Tells an owner that Slipway paused a channel. */
export function pauseNotice(
  { channelName, integrationId, projectId, projectName, reason }: MailedPause,
  baseUrl: string,
): MailText {
  const name = oneLine(channelName);
  if (integrationId !== undefined)
    return writeMail(
      `${name} no longer updates GitHub`,
      [
        { text: `Slipway cannot write to GitHub for the integration ${name} and has paused its updates.` },
        {
          text: 'Replace its token or key, or test the connection again:',
          link: baseUrl + pageAt('/projects/$projectId/integrations/$integrationId', { projectId, integrationId }),
        },
      ],
      [
        ['Integration', name],
        ['Project', oneLine(projectName)],
        ['Reason', reason],
      ],
    );
  return writeMail(
    `Notifications to ${name} are paused`,
    [
      { text: `Slipway cannot deliver notifications to the channel ${name} and has paused it.` },
      {
        text: 'Fix its address, then resume it. Messages that are less than a day old will be sent:',
        link: baseUrl + pageAt('/projects/$projectId/notifications', { projectId }),
      },
    ],
    [
      ['Channel', name],
      ['Project', oneLine(projectName)],
      ['Reason', reason],
    ],
  );
}
