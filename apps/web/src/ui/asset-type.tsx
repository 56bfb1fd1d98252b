import type { AssetType } from '@slipway/contracts';
import {
  Archive,
  AudioLines,
  Box,
  Clapperboard,
  FileCode,
  FileText,
  Image,
  Layers,
  type LucideIcon,
  Map as MapIcon,
  PersonStanding,
  SlidersHorizontal,
  Sparkles,
  Type,
} from 'lucide-react';
import { classNames } from './class-names.js';

const TYPES: Readonly<Record<AssetType, readonly [label: string, icon: LucideIcon]>> = {
  texture: ['Texture', Image],
  model: ['Model', Box],
  audio: ['Audio', AudioLines],
  script: ['Script', FileCode],
  level: ['Level', MapIcon],
  material: ['Material', Layers],
  animation: ['Animation', PersonStanding],
  archive: ['Archive', Archive],
  shader: ['Shader', Sparkles],
  config: ['Config', SlidersHorizontal],
  document: ['Document', FileText],
  font: ['Font', Type],
  video: ['Video', Clapperboard],
};

export const ASSET_TYPE_OPTIONS = Object.entries(TYPES).map(([type, [label]]) => [type, label] as const);

export const assetTypeLabel = (type: AssetType) => TYPES[type][0];

export function AssetTypeIcon({ type, large }: { readonly type: AssetType; readonly large?: boolean }) {
  const [label, Icon] = TYPES[type];
  return (
    <span
      title={label}
      className={classNames(
        'grid shrink-0 place-items-center rounded-md bg-idle-soft text-ink-soft',
        large ? 'size-9' : 'size-7',
      )}
    >
      <Icon aria-hidden className={large ? 'size-5' : 'size-4'} />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** The folder of an asset, without the file name and surrounding slashes. */
export function folderOf(path: string): string {
  const parts = path.replace(/^\/+/, '').split('/');
  return parts.slice(0, -1).join('/') || '/';
}
