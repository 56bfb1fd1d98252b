import type { AssetVersion, ConsoleAssetDetail } from '@slipway/contracts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../../data/session.js';
import { Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';

type Preview = NonNullable<AssetVersion['preview']>;
type PreviewedVersion = AssetVersion & { readonly preview: Preview };

export function AssetPreviews({ asset }: { readonly asset: ConsoleAssetDetail }) {
  const [after, before] = asset.versions.filter(hasPreview);
  if (after === undefined) return null;
  return (
    <Panel title={before === undefined ? 'Preview' : 'Before and after'}>
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        {before && <PreviewFigure asset={asset} version={before} label="Before" />}
        <PreviewFigure asset={asset} version={after} label={before === undefined ? 'Newest' : 'After'} />
      </div>
    </Panel>
  );
}

const hasPreview = (version: AssetVersion): version is PreviewedVersion => version.preview !== null;

interface PreviewFigureProps {
  readonly asset: ConsoleAssetDetail;
  readonly version: PreviewedVersion;
  readonly label: string;
}

function PreviewFigure({ asset, version, label }: PreviewFigureProps) {
  const { url, is_allowed: isAllowed } = version.preview;
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex items-baseline gap-2 text-xs text-ink-soft">
        <span className="font-medium text-ink">{label}</span>
        <span className="tnum">v{version.version}</span>
        <Time at={version.occurred_at} />
      </figcaption>
      {isAllowed ? (
        <LoadedPreview key={url} asset={asset} version={version} />
      ) : (
        <BlockedPreview url={url} projectId={asset.project_id} />
      )}
    </figure>
  );
}

const AUDIO = /\.(?:aac|flac|m4a|mp3|oga|ogg|opus|wav|weba)$/i;

function isAudio({ asset_type: type }: ConsoleAssetDetail, url: string): boolean {
  return type === 'audio' ? !/\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(pathOf(url)) : AUDIO.test(pathOf(url));
}

const pathOf = (url: string) => new URL(url).pathname;

/** Loaded by the browser alone, without telling the other host which page it is on. */
function LoadedPreview({ asset, version }: Omit<PreviewFigureProps, 'label'>) {
  const { url } = version.preview;
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed)
    return (
      <NoPreview url={url}>
        The preview could not be loaded. If its host was allowed just now, reload the page.
      </NoPreview>
    );
  const name = `Version ${version.version} of ${asset.name}`;
  if (isAudio(asset, url))
    return (
      // biome-ignore lint/a11y/useMediaCaption: a sound effect or piece of music has no text
      <audio
        controls
        preload="none"
        src={url}
        aria-label={name}
        onError={() => setFailed(true)}
        className="w-full"
      />
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" className="block">
      <img
        src={url}
        alt={name}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
        className="max-h-96 min-h-24 w-full rounded-md border border-line bg-sunken object-contain"
      />
    </a>
  );
}

function BlockedPreview({ url, projectId }: { readonly url: string; readonly projectId: number }) {
  const isOwner = useAccount().role === 'owner';
  return (
    <NoPreview url={url}>
      Previews from {new URL(url).host} are not allowed.{' '}
      {isOwner ? 'You can allow them in the ' : 'An owner can allow them in the '}
      <Link
        to="/projects/$projectId/settings"
        params={{ projectId }}
        hash="preview-hosts"
        className="text-accent-text"
      >
        project settings
      </Link>
      .
    </NoPreview>
  );
}

function NoPreview({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line bg-sunken p-3 text-sm text-ink-soft">
      <p>{children}</p>
      <code className="font-mono text-xs break-all text-ink-faint">{url}</code>
    </div>
  );
}
