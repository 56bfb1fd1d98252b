import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const FOLDER = 'infra/observability/prometheus';

/** The alerts as a PrometheusRule for Kubernetes, as [path, content]. Kustomize cannot embed a file in an object. */
export function prometheusRule() {
  const alerts = readFileSync(join(root, FOLDER, 'alerts.yaml'), 'utf8');
  const groups = alerts.slice(alerts.indexOf('groups:')).trimEnd();
  const lines = [
    '# Generated from alerts.yaml by `npm run generate`. Do not edit.',
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata:',
    '  name: slipway',
    '  labels: {app.kubernetes.io/component: shared}',
    'spec:',
    ...groups.split('\n').map((line) => (line === '' ? '' : `  ${line}`)),
  ];
  return [`${FOLDER}/prometheus-rule.yaml`, `${lines.join('\n')}\n`];
}
