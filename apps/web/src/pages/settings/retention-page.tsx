import type { AccountRetention } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { Archive } from 'lucide-react';
import { holdAccount, releaseAccount } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useAccount } from '../../data/session.js';
import { KIND_WORDS, keptFor, LegalHold, useRetention } from '../../parts/retention/retention.js';
import { definePage } from '../../routing/page.js';
import { Loaded, Panel, TableHead } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';
import { SettingsPage } from './settings-layout.js';

export const page = definePage({
  path: '/settings/retention',
  label: 'Data retention',
  icon: Archive,
  place: { group: 'account', order: 7 },
  words: 'legal hold expire delete history',
});

export function RetentionPage() {
  const account = useAccount();
  const isOwner = account.role === 'owner';
  const query = useRetention(account.id);
  const params = { account_id: account.id };
  return (
    <SettingsPage meta="How long your data is kept, and who decides it">
      <Loaded query={query}>
        {({ hold, kinds, projects }) => (
          <>
            <Panel title="Legal hold on the account">
              <LegalHold
                name={account.name}
                hold={hold}
                isOwner={isOwner}
                set={(reason) => call(holdAccount, { params, body: { reason } })}
                release={(reason) => call(releaseAccount, { params, body: { reason } })}
              />
            </Panel>
            <Kinds kinds={kinds} />
            <Projects projects={projects} />
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}

const KEPT = 'Tasks, approvals, problems, credits and the audit log';

function Kinds({ kinds }: Pick<AccountRetention, 'kinds'>) {
  return (
    <Panel title="What is kept">
      <table className="w-full text-sm">
        <TableHead
          columns={[
            ['Data', 'px-4'],
            ['Kept for', 'px-2'],
            ['Decided by', 'hidden px-4 sm:table-cell'],
          ]}
        />
        <tbody>
          {kinds.map(({ kind, days, setting }) => (
            <KindRow
              key={kind}
              name={KIND_WORDS[kind][0]}
              note={KIND_WORDS[kind][1]}
              days={days}
              setting={setting}
            />
          ))}
          <KindRow name="Everything else" note={KEPT} days={null} setting={null} />
        </tbody>
      </table>
    </Panel>
  );
}

interface KindRowProps {
  readonly name: string;
  readonly note: string;
  readonly days: number | null;
  /** The operator's setting; null if nobody can change it. */
  readonly setting: string | null;
}

function KindRow({ name, note, days, setting }: KindRowProps) {
  const by = setting === null ? 'Slipway' : 'Operator';
  return (
    <tr className="border-t border-line align-top first:border-t-0">
      <th scope="row" className="px-4 py-2 text-left font-normal">
        <span className="block font-medium">{name}</span>
        <span className="block text-ink-soft">{note}</span>
        <span className="block break-all text-xs text-ink-faint sm:hidden">
          {by}
          {setting !== null && `: ${setting}`}
        </span>
      </th>
      <td className="tnum whitespace-nowrap px-2 py-2">{keptFor(days)}</td>
      <td className="hidden whitespace-nowrap px-4 py-2 text-ink-soft sm:table-cell">
        {by}
        {setting !== null && <code className="block text-xs text-ink-faint">{setting}</code>}
      </td>
    </tr>
  );
}

function Projects({ projects }: Pick<AccountRetention, 'projects'>) {
  const special = projects.filter(({ own, hold }) => own.length > 0 || hold !== null);
  return (
    <Panel title="Projects with their own rules">
      {special.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-soft">
          None. In the settings of a project, owners can keep its data for fewer days or put it under a legal hold.
        </p>
      ) : (
        <ul>
          {special.map((project) => (
            <li key={project.id} className="border-t border-line px-4 py-3 text-sm first:border-t-0">
              <Link
                to="/projects/$projectId/settings"
                params={{ projectId: project.id }}
                hash="retention"
                className="font-medium hover:underline"
              >
                {project.name}
              </Link>
              {project.own.length > 0 && <p className="text-ink-soft">{describeOwn(project.own)}</p>}
              {project.hold && (
                <p className="text-ink-soft">
                  Under a legal hold since <Time at={project.hold.since} />
                  {project.hold.set_by !== null && `, set by ${project.hold.set_by}`}
                  {project.hold.reason !== null && `. Reason: ${project.hold.reason}`}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function describeOwn(own: AccountRetention['projects'][number]['own']): string {
  return own.map(({ kind, days }) => `${KIND_WORDS[kind][0]}: ${plural(days, 'day')}`).join(' · ');
}
