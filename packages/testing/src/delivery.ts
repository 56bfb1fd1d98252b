import { randomUUID } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';

/** A CI report as passed on by ingest, with the given fields replaced. */
export function testDelivery(fields: Partial<Delivery> = {}): Delivery {
  const id = randomUUID();
  return {
    id,
    accountId: 1,
    projectId: 1,
    integrationId: 1,
    provider: 'jenkins',
    path: '/webhooks/ci',
    event: 'build_report',
    key: id,
    keyWindowMs: null,
    receivedAt: Date.now(),
    body: JSON.stringify({ job_name: 'Harbor', build_number: 1, status: 'SUCCESS' }),
    ...fields,
  };
}
