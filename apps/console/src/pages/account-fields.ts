import { html } from './html.js';

/** The fields of a new account: its name, its first project, and the engine. */
export function renderAccountFields(values: Readonly<Record<string, string>>, hasFocus: boolean) {
  const value = (name: string) => values[name] ?? '';
  const engine = (id: string, label: string) =>
    html`<option value="${id}"${value('engine') === id ? html` selected` : null}>${label}</option>`;
  return html`<label for="account_name">Studio</label>
<input id="account_name" name="account_name" required maxlength="100" autocomplete="organization" value="${value('account_name')}"${hasFocus ? html` autofocus` : null}>
<label for="project_name">First project</label>
<input id="project_name" name="project_name" required maxlength="100" value="${value('project_name')}">
<label for="engine">Engine</label>
<select id="engine" name="engine">${engine('unreal', 'Unreal Engine')}${engine('unity', 'Unity')}${engine('custom', 'Custom engine')}</select>`;
}
