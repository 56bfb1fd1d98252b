import { getMetrics, ProjectMetrics } from '@slipway/contracts';
import { defineCommand } from '../define-command.js';
import { describeDuration } from '../output/ages.js';
import { fieldsOf } from '../output/json.js';
import { filtersOf, readFilters } from '../resources/filters.js';

const percent = (ratio: number | null) => (ratio === null ? null : `${(ratio * 100).toFixed(1)} %`);
const duration = (seconds: number | null) => (seconds === null ? null : describeDuration(seconds));

export const command = defineCommand({
  summary: 'Show delivery metrics for a project',
  examples: ['slipway metrics --days 7', 'slipway metrics --json builds --jq .builds.success_rate'],
  project: true,
  json: fieldsOf(ProjectMetrics),
  options: filtersOf(getMetrics),
  async run({ client, project, output }, input) {
    const { id, name = `project ${id}` } = await project();
    const query = readFilters(getMetrics, input);
    const metrics = await (await client()).call(getMetrics, { params: { project_id: id }, query });
    const { builds, changes, deployments } = metrics;
    await output.record(metrics, {
      title: `${name}, last ${metrics.days} days`,
      details: [
        { label: 'builds', value: `${builds.passed} passed, ${builds.failed} failed, ${builds.total} in total` },
        { label: 'success rate', value: percent(builds.success_rate) },
        { label: 'build time, median', value: duration(builds.median_duration_seconds) },
        { label: 'build time, p95', value: duration(builds.p95_duration_seconds) },
        { label: 'changes', value: `${changes.total} by ${changes.authors} authors` },
        { label: 'deployments', value: `${deployments.total}, ${deployments.per_week.toFixed(1)} per week` },
        { label: 'lead time', value: duration(metrics.lead_time_seconds) },
        { label: 'change failure rate', value: percent(metrics.change_failure_rate) },
        { label: 'time to restore', value: duration(metrics.time_to_restore_seconds) },
      ],
    });
  },
});
