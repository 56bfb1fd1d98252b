import { deviceName } from '@slipway/contracts';
import type { MailedDevice, MailedGuesses, MailedOwner, MailedSecret, MailedSuspension } from '@slipway/db';
import { type MailText, oneLine, showTime, writeMail } from '@slipway/destinations';
import { forgotPasswordPath, pageAt } from '@slipway/domain';

const showAddress = (ipAddress: string) => oneLine(ipAddress.replace(/^::ffff:/, '')) || 'unknown';

/** Informs a user of a sign-in from a browser that they had not signed in with before. */
export function deviceNotice({ userAgent, ipAddress, signedInAt }: MailedDevice, baseUrl: string): MailText {
  return writeMail(
    'New sign-in to Slipway',
    [
      {
        text: `Someone signed in to Slipway at ${baseUrl} as you, with a browser that you had not used there before.`,
      },
      {
        text: 'If this was you, you do not need to do anything. If not, choose a new password now and check “Sign out everywhere and revoke my API tokens”:',
        link: baseUrl + forgotPasswordPath,
      },
      { text: 'Then tell the owners of your account: the audit log shows what was done in your name.' },
    ],
    [
      ['Signed in', showTime(new Date(signedInAt))],
      ['Browser', deviceName(userAgent)],
      ['IP address', showAddress(ipAddress)],
    ],
  );
}

/** Informs a user that someone who knows their password guesses the codes of their authenticator app. */
export function guessesNotice({ count, lastAt, ipAddress }: MailedGuesses, baseUrl: string): MailText {
  return writeMail(
    'Someone is guessing your sign-in codes for Slipway',
    [
      {
        text: `Someone entered your password for Slipway at ${baseUrl}, and then ${count} wrong codes of your authenticator app, in browsers in which you have never signed in.`,
      },
      {
        text: 'Until midnight UTC, such browsers need a passkey or a recovery code. Browsers in which you have signed in before still accept codes of your app.',
      },
      {
        text: 'If this was not you, someone knows your password. Choose a new one now:',
        link: baseUrl + forgotPasswordPath,
      },
    ],
    [
      ['Wrong codes', String(count)],
      ['Last one', showTime(new Date(lastAt))],
      ['IP address', showAddress(ipAddress)],
    ],
  );
}

/** Informs a member that they can no longer use an account, and how to get access back. */
export function suspensionNotice(
  { domain, needs, since, ...mailed }: MailedSuspension,
  baseUrl: string,
): MailText {
  const account = oneLine(mailed.accountName);
  const remedy =
    needs === 'permission'
      ? { text: `To get access back, ask an owner of ${account} to allow your address.` }
      : {
          text: 'An owner has allowed your address. To use the account, add a second factor to your sign-in:',
          link: `${baseUrl}/second-factor/set-up`,
        };
  return writeMail(
    needs === 'permission' ? `You no longer have access to ${account}` : `${account} needs a second factor`,
    [
      {
        text: `${account} on Slipway requires single sign-on for people with an address at ${domain}. You cannot use the account at the moment, because your address is outside this domain. The same applies to your API tokens.`,
      },
      remedy,
      { text: 'Your other accounts are not affected, and you sign in to them as before.' },
    ],
    [
      ['Account', account],
      ['Since', showTime(new Date(since))],
    ],
  );
}

/** Informs an owner that someone became an owner. */
export function ownerNotice({ accountName, name, madeBy, since }: MailedOwner, baseUrl: string): MailText {
  const [account, owner] = [oneLine(accountName), oneLine(name)];
  return writeMail(
    `${owner} is now an owner of ${account}`,
    [
      {
        text: `${owner} can now change every setting of ${account} on Slipway, invite and remove people, and delete the account.`,
      },
      {
        text: 'If this should not have happened, make them a member again:',
        link: baseUrl + pageAt('/settings/members', {}),
      },
      { text: 'All owners of the account receive this message.' },
    ],
    [
      ['Account', account],
      ['New owner', owner],
      ['Made owner by', oneLine(madeBy) || 'unknown'],
      ['Since', showTime(new Date(since))],
    ],
  );
}

/** Informs an owner that someone created or replaced a signing secret. */
export function secretNotice(secret: MailedSecret, baseUrl: string): MailText {
  const { integrationId, projectId, isFirst = false } = secret;
  const name = oneLine(secret.name);
  const noun = integrationId === null ? 'channel' : 'integration';
  const [verb, remedy] = isFirst
    ? ['Created', `added this ${noun}, remove it:`]
    : ['Replaced', 'replaced it, replace it again:'];
  const page =
    integrationId === null
      ? pageAt('/projects/$projectId/notifications', { projectId })
      : pageAt('/projects/$projectId/integrations/$integrationId', { projectId, integrationId });
  return writeMail(
    `New signing secret for ${name}`,
    [
      {
        text:
          integrationId === null
            ? `Slipway now signs the notifications that it sends to ${name} with a new secret.`
            : `Slipway now accepts requests for ${name} that are signed with a new secret.`,
      },
      { text: `If nobody on your team should have ${remedy}`, link: baseUrl + page },
      { text: 'All owners of the account receive this message.' },
    ],
    [
      [integrationId === null ? 'Channel' : 'Integration', name],
      ['Project', oneLine(secret.projectName)],
      [verb, showTime(new Date(secret.replacedAt))],
      [`${verb} by`, oneLine(secret.replacedBy)],
      ['IP address', showAddress(secret.ipAddress)],
    ],
  );
}
