import type { Permission } from '@slipway/contracts';
import { Check, Minus } from 'lucide-react';
import { Panel } from '../../ui/panel.js';

/** What each role may do, as enforced by the server. */
export function Permissions({ permissions }: { readonly permissions: readonly Permission[] }) {
  const areas = [...new Set(permissions.map(({ area }) => area))];
  return (
    <Panel title="Who can do what">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-faint">
            <th scope="col" className="px-4 py-1.5 font-medium">
              Action
            </th>
            <th scope="col" className="w-20 px-2 py-1.5 text-center font-medium">
              Owner
            </th>
            <th scope="col" className="w-20 px-2 py-1.5 text-center font-medium">
              Member
            </th>
          </tr>
        </thead>
        {areas.map((area) => (
          <tbody key={area}>
            <tr className="bg-sunken">
              <th scope="rowgroup" colSpan={3} className="px-4 py-1 text-left text-xs font-medium text-ink-soft">
                {area}
              </th>
            </tr>
            {permissions
              .filter((permission) => permission.area === area)
              .map(({ action, owner, member }) => (
                <tr key={action} className="border-t border-line">
                  <th scope="row" className="px-4 py-1.5 text-left font-normal">
                    {action}
                  </th>
                  <Mark may={owner} />
                  <Mark may={member} />
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </Panel>
  );
}

function Mark({ may }: { readonly may: boolean }) {
  const Icon = may ? Check : Minus;
  return (
    <td className="px-2 py-1.5 text-center">
      <Icon aria-hidden className={`inline size-4 ${may ? 'text-ok' : 'text-ink-faint'}`} />
      <span className="sr-only">{may ? 'yes' : 'no'}</span>
    </td>
  );
}
