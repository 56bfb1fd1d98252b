import type { MetricSeries } from '@slipway/contracts';
import { Panel } from '../../ui/panel.js';
import { count } from '../../words/format.js';
import { MetricTable, percent } from './metric-panel.js';

export function JudgedFindings({ findings }: { readonly findings: MetricSeries['judged_findings'] }) {
  return (
    <Panel title="How often findings are right">
      <p className="px-4 pt-3 pb-2 text-xs text-ink-faint">
        Findings about failed builds that people judged in this period. Of those called 90% sure, about 90% should
        be confirmed. Failures that the project did not cause are left out.
      </p>
      <MetricTable
        label="Judged findings by confidence"
        columns={['Said to be sure', 'Confirmed', 'Confirmed of judged']}
        empty="Nobody judged a finding in this period. The page of a failed build asks whether its finding is right."
        rows={findings.map(({ said, judged, confirmed }) => ({
          key: String(said),
          cells: [percent(said), percent(confirmed / judged), `${count(confirmed)} of ${count(judged)}`],
        }))}
      />
    </Panel>
  );
}
