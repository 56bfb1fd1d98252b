import type { MailedHandshake } from '@slipway/db';
import { type MailText, oneLine, showTime, writeMail } from '@slipway/destinations';
import { pageAt } from '@slipway/domain';

/** Tells an owner that a tool registered a signing secret. */
export function handshakeNotice(handshake: MailedHandshake, baseUrl: string): MailText {
  const { integrationId, projectId, projectName, registeredAt, ipAddress } = handshake;
  const name = oneLine(handshake.name);
  return writeMail(
    `New signing secret for ${name}`,
    [
      {
        text: `A handshake registered a new signing secret for ${name}. Slipway now accepts requests signed with it.`,
      },
      {
        text: 'If nobody on your team created a webhook at that time, remove the signing secrets and rotate the token:',
        link: baseUrl + pageAt('/projects/$projectId/integrations/$integrationId', { projectId, integrationId }),
      },
    ],
    [
      ['Integration', name],
      ['Project', oneLine(projectName)],
      ['Registered', showTime(registeredAt)],
      ['From', ipAddress],
    ],
  );
}
