import type { MailedDigest, MailedNotification, MailedPause } from '@slipway/db';
import { type Message, pageAt } from '@slipway/domain';
import { type MailText, oneLine, writeMail } from './mail-text.js';

const WHY = 'You receive this message because of your notification settings:';

/** A notification as an email. */
export function notificationMail({ message, thread }: MailedNotification, baseUrl: string): MailText {
  const { title, text, quote, facts, link, source } = message;
  const cause = quote === null ? [] : [{ text: `The log says: ${oneLine(quote)}` }];
  const mail = writeMail(
    `[${oneLine(source)}] ${oneLine(title)}`,
    [
      { text: text === '' ? `${oneLine(title)}.` : text },
      ...cause,
      { text: `${link.label}:`, link: link.url },
      { text: WHY, link: baseUrl + pageAt('/settings/notifications', {}) },
    ],
    facts.map(({ label, value }) => [label, oneLine(value)] as const),
  );
  return { ...mail, thread };
}

/** A day's notifications in one email. */
export function digestMail({ messages }: MailedDigest, baseUrl: string): MailText {
  const count = messages.length === 1 ? '1 notification' : `${messages.length} notifications`;
  return writeMail(`Your Slipway digest: ${count}`, [
    { text: 'What happened since your last digest:' },
    ...messages.map(({ title, source, link }: Message) => ({
      text: `${oneLine(source)}: ${oneLine(title)}`,
      link: link.url,
    })),
    { text: WHY, link: baseUrl + pageAt('/settings/notifications', {}) },
  ]);
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
        { text: `Slipway cannot write to GitHub for the integration ${name} and has paused this.` },
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
