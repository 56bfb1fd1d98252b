import type { AssetVersion } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { Flame, GitCommitHorizontal } from 'lucide-react';
import { toChange } from '../../routing/records.js';
import { providerLabel } from '../../ui/labels.js';
import { Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { plural } from '../../words/format.js';

interface VersionHistoryProps {
  readonly projectId: number;
  readonly versions: readonly AssetVersion[];
}

/** The changes and cooks that produced the versions of an asset, newest first. */
export function VersionHistory({ projectId, versions }: VersionHistoryProps) {
  return (
    <Panel
      title="Versions"
      aside={<span className="text-xs text-ink-faint">{plural(versions.length, 'event')}</span>}
    >
      {versions.length === 0 ? (
        <p className="p-4 text-ink-soft">No change or cook of this asset has been reported yet.</p>
      ) : (
        <ol className="divide-y divide-line">
          {versions.map((version) => (
            <li
              key={version.id}
              className="grid grid-cols-[40px_auto_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-2 text-sm"
            >
              <span className="tnum font-medium">v{version.version}</span>
              <Source version={version} />
              <span className="min-w-0 truncate">
                {version.change === null ? (
                  <>Cooked {version.source && <span className="font-mono text-xs">{version.source}</span>}</>
                ) : (
                  <Link {...toChange(projectId, version.change.id)} className="hover:underline">
                    <span className="font-mono text-xs">{version.change.display_identifier}</span>{' '}
                    {version.change.subject}
                  </Link>
                )}
              </span>
              <span className="text-right text-xs text-ink-faint">
                <span className="mr-2 text-ink-soft max-md:hidden">
                  {version.actor || providerLabel(version.provider)}
                </span>
                <Time at={version.occurred_at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Source({ version }: { readonly version: AssetVersion }) {
  const Icon = version.change === null ? Flame : GitCommitHorizontal;
  return (
    <span title={providerLabel(version.provider)} className="self-center text-ink-faint">
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{providerLabel(version.provider)}</span>
    </span>
  );
}
