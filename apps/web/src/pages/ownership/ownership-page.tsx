import type { Ownership, OwnershipFlaw } from '@slipway/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUser } from 'lucide-react';
import { useDeferredValue } from 'react';
import { checkOwnership, getOwnership, saveOwnership } from '../../data/api.js';
import { call, read, usePageRead } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import { useIsOwner } from '../../data/integrations.js';
import { Page } from '../../parts/page.js';
import { definePage } from '../../routing/page.js';
import { TextArea } from '../../ui/field.js';
import { Form, SaveSettings } from '../../ui/form.js';
import { Loaded, Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { FindOwner } from './find-owner.js';

export const page = definePage({
  path: '/projects/$projectId/ownership',
  label: 'Ownership',
  icon: FileUser,
  place: { group: 'project', order: 11 },
  words: 'codeowners owners teams',
});

export function OwnershipPage() {
  const { projectId } = page.useParams();
  const isOwner = useIsOwner(projectId);
  const query = usePageRead(['problem', projectId, 'ownership'], getOwnership, {
    params: { project_id: projectId },
  });
  const { data } = query;
  return (
    <div className="flex max-w-5xl flex-1 flex-col">
      <Page
        meta={
          data?.saved_at ? (
            <>
              {plural(data.rules, 'rule')}, saved by {data.saved_by ?? 'a former member'}{' '}
              <Time at={data.saved_at} />
            </>
          ) : (
            'Who should look when something fails.'
          )
        }
      >
        <div className="flex flex-col gap-4">
          <Loaded query={query} rows={6}>
            {(ownership) => (
              <Rules key={ownership.saved_at} ownership={ownership} projectId={projectId} isOwner={isOwner} />
            )}
          </Loaded>
          <FindOwner projectId={projectId} />
        </div>
      </Page>
    </div>
  );
}

interface RulesProps {
  readonly ownership: Ownership;
  readonly projectId: number;
  readonly isOwner: boolean;
}

const EXAMPLE = `# The last rule that matches counts.
/Source/Rendering/              @rendering
//depot/main/Content/....uasset @art
job:Harbor-PS5*                 @build
test:Harbor.Net.*               @online @ana-lima`;

function Rules({ ownership, projectId, isOwner }: RulesProps) {
  const params = { project_id: projectId };
  const form = useForm(
    { text: ownership.text },
    {
      send: (body) => call(saveOwnership, { params, body }),
      refresh: [['problem', projectId]],
      message: ({ rules }) => `${plural(rules, 'rule')} saved.`,
    },
  );
  const text = useDeferredValue(form.values.text);
  const checking = useQuery({
    ...read(['ownership', projectId, text], checkOwnership, { params, body: { text } }),
    enabled: text !== ownership.text,
    placeholderData: keepPreviousData,
  });
  const { flaws, flaw_count: count } = text === ownership.text ? ownership : (checking.data ?? ownership);
  return (
    <Panel title="Rules">
      <Form form={form} className="flex flex-col gap-3 p-4">
        <p className="max-w-prose text-sm text-ink-soft">
          Paste a CODEOWNERS file, or write one. Each line has a pattern of paths in the repository or depot, then
          its owners: groups, logins in connected tools, or members. Patterns that begin with <Code>job:</Code>,{' '}
          <Code>test:</Code> or <Code>asset:</Code> are about jobs, tests and types of assets.{' '}
          <Link to="/settings/groups" className="text-accent-text">
            Groups
          </Link>{' '}
          stand for teams.
        </p>
        <TextArea
          label="Ownership rules"
          rows={18}
          spellCheck={false}
          wrap="off"
          readOnly={!isOwner}
          placeholder={EXAMPLE}
          className="font-mono text-xs"
          {...form.register('text')}
        />
        <Flaws flaws={flaws} count={count} />
        <SaveSettings isOwner={isOwner} />
      </Form>
    </Panel>
  );
}

function Flaws({ flaws, count }: { readonly flaws: readonly OwnershipFlaw[]; readonly count: number }) {
  if (count === 0) return null;
  return (
    <div role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm">
      <p className="font-medium">{plural(count, 'line')} to check. They name nobody until they are corrected.</p>
      <ul className="mt-1 flex max-h-60 flex-col gap-1 overflow-y-auto">
        {flaws.map(({ line, message }) => (
          <li key={`${line} ${message}`} className="[overflow-wrap:anywhere]">
            Line {line}: {message}
          </li>
        ))}
        {count > flaws.length && <li>And {count - flaws.length} more.</li>}
      </ul>
    </div>
  );
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono text-xs">{children}</code>;
}
