/** Actions in readable words. The audit log and the permissions table both use them. */
const WORDS: Readonly<Record<string, readonly [done: string, may: string]>> = {
  'token.create': ['Created an API token', 'Create their own API tokens'],
  'token.first_use': ['Used an API token for the first time', 'Use their API tokens'],
  'token.refuse_network': ['Used an API token from outside its networks', 'Use their API tokens'],
  'token.restrict': [
    'Changed the restrictions of an API token',
    'Restrict their API tokens to projects and networks',
  ],
  'token.shorten': ['Shortened the lifetime of an API token', 'Shorten the lifetime of their API tokens'],
  'token.revoke': ['Revoked an API token', 'Revoke their API tokens'],
  'token.revoke_reused': [
    'Revoked an API token whose login code or refresh token was used twice',
    'Revoke their API tokens',
  ],
  'session.start': ['Signed in', 'Sign in'],
  'session.refuse': ['Failed to sign in', 'Sign in'],
  'session.confirm': ['Confirmed who they are', 'Confirm who they are'],
  'session.sign_out': ['Signed out', 'Sign out'],
  'session.end': ['Ended a session', 'End their sessions'],
  'session.end_others': ['Ended all other sessions', 'End all their other sessions'],
  'password.change': ['Changed their password', 'Change their password'],
  'password.reset': ['Reset their password by email', 'Reset their password by email'],
  'passkey.add': ['Added a passkey', 'Add passkeys'],
  'passkey.rename': ['Renamed a passkey', 'Rename their passkeys'],
  'passkey.remove': ['Removed a passkey', 'Remove their passkeys'],
  'second_factor.enable': ['Set up an authenticator app', 'Set up an authenticator app'],
  'second_factor.renew_codes': ['Got new recovery codes', 'Get new recovery codes'],
  'second_factor.remove': ['Removed their authenticator app', 'Remove their authenticator app'],
  'member.reset_second_factor': ["Reset a member's second factor", 'Reset the second factor of members'],
  'profile.rename': ['Changed their name', 'Change their name'],
  'member.invite': ['Invited someone', 'Invite people'],
  'member.resend_invitation': ['Sent an invitation again', 'Send invitations again'],
  'member.copy_invitation': ['Copied the link of an invitation', 'Copy the links of invitations'],
  'member.withdraw_invitation': ['Withdrew an invitation', 'Withdraw invitations'],
  'member.join': ['Joined the account', 'Join by invitation'],
  'member.change_role': ['Changed a role', 'Change roles'],
  'member.remove': ['Removed a member', 'Remove members'],
  'member.leave': ['Left the account', 'Leave the account'],
  'project.create': ['Created a project', 'Create projects'],
  'project.update': ['Changed project settings', 'Change project settings and the approval policy'],
  'project.set_state': ['Changed a project state', 'Pause, archive and resume projects'],
  'project.delete': ['Deleted a project', 'Delete projects'],
  'project.set_retention': ['Changed how long a project keeps data', 'Change how long projects keep data'],
  'project.hold': ['Put a project under a legal hold', 'Put projects under a legal hold'],
  'project.release_hold': ['Released the legal hold on a project', 'Release legal holds on projects'],
  'project.renew_badge_link': ['Replaced a badge URL', 'Replace badge URLs'],
  'project.renew_feed_link': ['Created a personal feed URL', 'Create personal feed URLs'],
  'project.add_masked_value': ['Added a masked value', 'Add values to mask in logs and deliveries'],
  'project.remove_masked_value': ['Removed a masked value', 'Remove masked values'],
  'build.rerun': ['Asked a build tool to run a build again', 'Run builds again'],
  'build.purge_log': ['Purged a build log', 'Purge build logs'],
  'project.rotate_link': ['Replaced a badge or feed URL', 'Replace badge and feed URLs'],
  'project.add_member': ['Added someone to a project', 'Add people to projects'],
  'project.remove_member': ['Removed someone from a project', 'Remove people from projects'],
  'approval.decide': ['Decided on an asset', 'Approve and deny assets'],
  'approval.decide_group': ['Decided on all assets of a change', 'Approve and deny assets'],
  'approval.reopen': ['Took back a decision on an asset', 'Take back their decisions'],
  'delivery.replay': ['Replayed deliveries', 'Replay deliveries'],
  'integration.create': ['Added an integration', 'Add integrations'],
  'integration.update': ['Changed an integration', 'Change and pause integrations'],
  'integration.delete': ['Deleted an integration', 'Delete integrations'],
  'integration.test': ['Sent a test event', 'Send test events'],
  'integration.rotate_token': ['Replaced a webhook token', 'Replace webhook tokens'],
  'integration.end_previous_token': [
    'Revoked the previous webhook tokens',
    'Revoke previous webhook tokens early',
  ],
  'integration.rotate_secret': ['Replaced a signing secret', 'Replace signing secrets'],
  'integration.end_previous_secrets': [
    'Revoked the previous signing secrets',
    'Revoke previous signing secrets early',
  ],
  'integration.handshake': ['Registered a signing secret by handshake', 'Register a signing secret by handshake'],
  'integration.open_handshake': ['Opened the handshake window', 'Let tools register signing secrets by handshake'],
  'integration.remove_secrets': ['Removed the signing secrets', 'Remove signing secrets'],
  'integration.set_github_connection': ['Changed what is written to GitHub', 'Change what is written to GitHub'],
  'integration.set_buildkite_token': ['Set a Buildkite API token', 'Set Buildkite API tokens'],
  'integration.set_jenkins_token': ['Set a Jenkins API token', 'Set Jenkins API tokens'],
  'notification_channel.add': ['Added a notification channel', 'Add notification channels'],
  'notification_channel.update': ['Changed a notification channel', 'Change and pause notification channels'],
  'notification_channel.change_address': [
    'Changed the address of a notification channel',
    'Change the addresses of notification channels',
  ],
  'notification_channel.try': ['Tried a notification channel again', 'Try notification channels again'],
  'notification_channel.remove': ['Removed a notification channel', 'Remove notification channels'],
  'notification_channel.test': ['Sent a test message', 'Send test messages to notification channels'],
  'notification_channel.rotate_secret': [
    'Replaced the signing secret of a notification channel',
    'Replace the signing secrets of notification channels',
  ],
  'notification_channel.replay': ['Sent a notification again', 'Send notifications again'],
  'notifications.update': ['Changed their notification settings', 'Change their notification settings'],
  'notifications.unsubscribe': [
    'Stopped notification emails with the link in one',
    'Stop notification emails with the link in one',
  ],
  'notifications.update_rules': ['Changed what they are notified about', 'Choose what they are notified about'],
  'connected_account.add': ['Connected a login', 'Connect their logins in other tools'],
  'connected_account.remove': ['Disconnected a login', 'Disconnect their logins'],
  'billing.change_plan': ['Changed the plan', 'Change the plan'],
  'billing.set_payment_method': ['Changed the payment method', 'Change the payment method'],
  'sso.configure': ['Changed single sign-on', 'Set up single sign-on'],
  'sso.remove': ['Removed single sign-on', 'Remove single sign-on'],
  'sso.verify_domain': ['Verified the domain for single sign-on', 'Verify the domain for single sign-on'],
  'sso.set_state': ['Turned single sign-on on or off', 'Turn single sign-on on or off, or require it'],
  'sso.allow_address': [
    'Allowed an address outside the domain of single sign-on',
    'Allow addresses outside the domain of single sign-on',
  ],
  'sso.disallow_address': [
    'No longer allowed an address outside the domain of single sign-on',
    'Take addresses off the list of those allowed outside the domain',
  ],
  'sso.link': ['Signed in with single sign-on for the first time', 'Sign in with single sign-on'],
  'sso.refuse': ['Single sign-on was refused', 'Sign in with single sign-on'],
  'account.create': ['Created an account', 'Create further accounts'],
  'account.update': [
    'Changed account settings',
    'Change the account: name, time zone, required second factor, longest token lifetime',
  ],
  'account.hold': ['Put the account under a legal hold', 'Put the account under a legal hold'],
  'account.release_hold': ['Released the legal hold on the account', 'Release the legal hold on the account'],
  'account.export': ['Exported the account', 'Export the account'],
  'account.export_audit_log': ['Exported the audit log', 'Export the audit log'],
};

/** `integration.rotate_token` as `Integration: rotate token`, for an action without its own words. */
function spelledOut(action: string): string {
  const [area = '', verb = ''] = action.split('.').map((part) => part.replaceAll('_', ' '));
  return `${area.charAt(0).toUpperCase()}${area.slice(1)}: ${verb}`;
}

/** Says what a person did. */
export function auditWords(action: string): string {
  return WORDS[action]?.[0] ?? spelledOut(action);
}

/** Says what a person may do. */
export function permissionWords(action: string): string {
  return WORDS[action]?.[1] ?? spelledOut(action);
}
