import { type StripPoint, shownStatus } from '@slipway/contracts';
import { toBuild } from '../routing/records.js';
import { duration } from '../words/format.js';
import { lookOf } from './status.js';
import { Strip } from './strip.js';

interface BuildStripProps {
  readonly label: string;
  readonly projectId: number;
  readonly builds: readonly Omit<StripPoint, 'created_at'>[];
}

export function BuildStrip({ label, projectId, builds }: BuildStripProps) {
  const bars = builds.map((build) => {
    const { id, build_number: number, duration_seconds: seconds } = build;
    const { tone, label: state } = lookOf(shownStatus(build));
    const took = seconds === null ? '' : `, ${duration(seconds)}`;
    return {
      id,
      to: toBuild(projectId, id),
      tone,
      title: `#${number} ${state}${took}`,
      label: `Build ${number}: ${state}${took}`,
      duration: seconds,
    };
  });
  return <Strip label={label} bars={bars} />;
}
