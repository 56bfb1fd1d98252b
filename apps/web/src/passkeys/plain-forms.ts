/** The passkey buttons on the forms that otherwise work without JavaScript: sign-in, confirmation, setup. */
import { askForPasskey, createPasskey, hasPasskeys, passkeyProblem } from './ask-device.js';

const TASKS = { use: askForPasskey, create: createPasskey };

async function sendWithPasskey(button: HTMLButtonElement, form: HTMLFormElement): Promise<void> {
  const { passkey, options = '' } = button.dataset;
  const response = await fetch(options, { headers: { accept: 'application/json' } });
  if (!response.ok || response.redirected) {
    // The page is too old: nobody is signed in any more, or the sign-in took too long.
    window.location.reload();
    return;
  }
  const field = form.elements.namedItem('passkey') as HTMLInputElement;
  field.value = await TASKS[passkey === 'create' ? 'create' : 'use'](await response.json());
  form.noValidate = true;
  // The button's own address applies, if it has one.
  form.action = button.formAction;
  form.submit();
}

/** Whether the fields that the passkey needs are filled in. A form that uses a passkey needs no others. */
function isComplete(button: HTMLButtonElement, form: HTMLFormElement): boolean {
  return button.dataset['passkey'] === 'use' || form.reportValidity();
}

function prepare(button: HTMLButtonElement): void {
  const { form } = button;
  const problem = form?.querySelector<HTMLElement>('[data-passkey-problem]');
  if (!form || !problem) return;
  const report = (text: string) => {
    problem.textContent = text;
    problem.hidden = text === '';
  };
  if (!hasPasskeys()) {
    if (button.dataset['passkey'] === 'create') report('This browser does not support passkeys.');
    return;
  }
  button.hidden = false;
  button.addEventListener('click', (event) => {
    event.preventDefault();
    if (!isComplete(button, form)) return;
    report('');
    button.disabled = true;
    sendWithPasskey(button, form).catch((error: unknown) => {
      button.disabled = false;
      report(passkeyProblem(error));
    });
  });
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-passkey]')) prepare(button);
