import { html } from './html.js';
import { layout, type Notice, renderNotice } from './layout.js';

interface InvitationPage {
  readonly csrfToken: string;
  readonly token: string;
  readonly accountName: string;
  readonly role: 'owner' | 'member';
  readonly invitedBy: string;
  readonly notice: Notice | null;
  /** Who joins: a new user with this address and name, or the user who is signed in. */
  readonly who: { readonly email: string; readonly name: string } | { readonly signedInAs: string };
}

export function renderInvitation(page: InvitationPage): string {
  const { csrfToken, token, accountName, role, invitedBy, notice, who } = page;
  const inviter = invitedBy === '' ? 'Someone' : invitedBy;
  return layout(
    `Join ${accountName}`,
    html`<p><strong>${inviter}</strong> invited you to join <strong>${accountName}</strong> as ${role === 'owner' ? 'an owner' : 'a member'}.</p>
${renderNotice(notice)}
<form method="post" action="/invitation">
<input type="hidden" name="csrf_token" value="${csrfToken}">
<input type="hidden" name="token" value="${token}">
${'email' in who ? newUserFields(who) : html`<p>You are signed in as <strong>${who.signedInAs}</strong>.</p>`}
<button type="submit">Join ${accountName}</button>
</form>`,
  );
}

function newUserFields({ email, name }: { readonly email: string; readonly name: string }) {
  return html`<label for="email">Email address</label>
<input id="email" type="email" value="${email}" autocomplete="username" readonly>
<label for="name">Your name</label>
<input id="name" name="name" required maxlength="100" autocomplete="name" value="${name}" autofocus>
<label for="password">Choose a password</label>
<input id="password" name="password" type="password" required minlength="10" autocomplete="new-password">`;
}
