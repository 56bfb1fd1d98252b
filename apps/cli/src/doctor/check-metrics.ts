import { type CheckFinding, finding } from '@slipway/domain';
import { type CheckContext, reasonOf, visit } from './check-context.js';

const OLD_SECONDS = 60;
const LATE_SECONDS = 5;

/** Checks the queues by the service's metrics, whose address is internal, so an operator must provide it. */
export async function checkMetrics(url: string, context: CheckContext): Promise<CheckFinding[]> {
  let text: string;
  try {
    const answer = await visit(url, context);
    text = await answer.text();
    if (!answer.ok) throw new Error(`status ${answer.status}`);
  } catch (error) {
    const remedy =
      'Use the /metrics of `npm start`, which answers only its own host, or of the METRICS_PORT of a worker.';
    return [finding.problem('metrics', `${url} cannot be read: ${reasonOf(error)}.`, remedy)];
  }
  const ages = valuesOf(text, 'slipway_queue_age_seconds');
  if (ages.length === 0) {
    const remedy = 'Start a worker and use its METRICS_PORT; the gauges appear after a few seconds.';
    return [finding.problem('queue', 'No worker reports the queues.', remedy)];
  }
  return [checkAge(Math.max(...ages)), checkFailed(text), checkDeadLetters(text)];
}

function checkAge(age: number): CheckFinding {
  const text = `The oldest delivery in the queue has waited ${Math.round(age)} s.`;
  const remedy = 'Add workers, or find out why they cannot apply: infra/docs/operate/runbook.md, SlipwayQueueOld.';
  if (age > OLD_SECONDS) return finding.problem('queue', text, remedy);
  return age > LATE_SECONDS ? finding.warning('queue', text, remedy) : finding.ok('queue', text);
}

function checkFailed(text: string): CheckFinding {
  const failed = Math.max(0, ...valuesOf(text, 'slipway_queue_depth', 'state="failed"'));
  if (failed === 0) return finding.ok('failed envelopes', 'No envelope has failed.');
  const remedy = 'Their deliveries were not applied: infra/docs/operate/runbook.md, SlipwayEnvelopeFailed.';
  return finding.problem('failed envelopes', `${failed} envelopes have failed.`, remedy);
}

function checkDeadLetters(text: string): CheckFinding {
  const open = Math.max(0, ...valuesOf(text, 'slipway_dead_letters_open'));
  if (open === 0) return finding.ok('dead letters', 'There are no dead letters.');
  const remedy =
    'Read the reasons with `slipway delivery list --outcome dead`, and replay them once the cause is fixed.';
  return finding.warning('dead letters', `There are ${open} dead letters.`, remedy);
}

/** The values of a metric in the Prometheus text format, for the series that have the given label. */
function valuesOf(text: string, name: string, label = ''): number[] {
  return text
    .split('\n')
    .filter((line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && line.includes(label))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
}
