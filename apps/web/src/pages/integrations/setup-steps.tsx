import type { NamedSetup, SetupContent, SetupContext, SetupLink, SetupText } from '@slipway/providers/setups';
import { Link } from '@tanstack/react-router';
import { toIntegration } from '../../routing/records.js';
import { CodeBlock, CopyButton } from '../../ui/copy.js';
import { Tabs } from '../../ui/tabs.js';

interface Place {
  readonly projectId: number;
  readonly integrationId: number;
}

interface SetupStepsProps extends Place {
  readonly setup: NamedSetup;
  readonly context: SetupContext;
}

export function SetupSteps({ setup, context, ...place }: SetupStepsProps) {
  return (
    <ol className="flex flex-col gap-5 p-4">
      {setup.steps(context).map(({ title, choices = [], ...content }, at) => (
        <li key={title} className="flex gap-3">
          <span
            aria-hidden
            className="tnum mt-px flex size-5 shrink-0 items-center justify-center rounded-full bg-idle-soft text-xs font-medium text-ink-soft"
          >
            {at + 1}
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <h3 className="text-sm font-medium">{title}</h3>
            <Content content={content} {...place} />
            {choices.length > 0 && (
              <Tabs
                label={title}
                className="min-w-0 overflow-hidden rounded-md border border-line"
                tabs={choices.map(({ label, ...choice }) => ({
                  id: label,
                  label,
                  content: (
                    <div className="flex flex-col gap-2 p-3">
                      <Content content={choice} {...place} />
                    </div>
                  ),
                }))}
              />
            )}
          </div>
        </li>
      ))}
      <li className="flex gap-3">
        <span aria-hidden className="size-5 shrink-0" />
        <details className="min-w-0 flex-1">
          <summary className="text-sm text-ink-soft hover:text-ink">Try it with curl first</summary>
          <div className="flex flex-col gap-2 pt-2">
            <p className="text-sm text-ink-soft">
              Shows that the URL and the token work. It does not count as an event from the tool.
            </p>
            <CodeBlock label="Send one test event" text={setup.sample(context)} />
          </div>
        </details>
      </li>
    </ol>
  );
}

interface ContentProps extends Place {
  readonly content: SetupContent;
}

function Content({ content: { text, fields, code }, ...place }: ContentProps) {
  return (
    <>
      {text && (
        <p className="text-sm text-ink-soft">
          <Text text={text} {...place} />
        </p>
      )}
      {fields && <FieldTable fields={fields} />}
      {code && <CodeBlock label={code.label} text={code.text} />}
    </>
  );
}

function Text({ text, ...place }: Place & { readonly text: SetupText }) {
  if (typeof text === 'string') return text;
  return text.map((part) =>
    typeof part === 'string' ? part : <SettingLink key={part.label} link={part} {...place} />,
  );
}

const LINK = 'text-accent-text';

function SettingLink({ link, projectId, integrationId }: Place & { readonly link: SetupLink }) {
  if ('href' in link) {
    return (
      <a href={link.href} target="_blank" rel="noreferrer" className={LINK}>
        {link.label}
      </a>
    );
  }
  if ('section' in link) {
    return (
      <Link {...toIntegration(projectId, integrationId)} hash={link.section} className={LINK}>
        {link.label}
      </Link>
    );
  }
  return (
    <Link
      to="/projects/$projectId/integrations/new"
      params={{ projectId }}
      search={{ provider: link.provider }}
      className={LINK}
    >
      {link.label}
    </Link>
  );
}

function FieldTable({ fields }: { readonly fields: NonNullable<SetupContent['fields']> }) {
  return (
    <dl className="divide-y divide-line overflow-hidden rounded-md border border-line">
      {fields.map(([label, value]) => (
        <div
          key={label}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-3 py-2 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
        >
          <dt className="col-span-2 text-xs text-ink-faint sm:col-span-1 sm:text-sm sm:text-ink-soft">{label}</dt>
          <dd className="min-w-0 break-all font-mono text-xs leading-5">{value}</dd>
          <dd>{/^\S{12,}$/.test(value) && <CopyButton text={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}
