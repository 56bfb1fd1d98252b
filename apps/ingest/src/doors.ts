import { COLLECTOR_PATH, LOG_PATH, TEST_REPORT_PATH } from '@slipway/providers';
import { type ReceiveDeps, type Received, receive } from './receive.js';
import { receiveLog } from './receive-log.js';
import { collectorDoor, receiveTests, testReportDoor } from './receive-tests.js';
import { providerEndpoints, type WebhookRequest } from './webhook-request.js';

/** What answers at a path. */
export interface Door {
  /** In metrics. */
  readonly name: string;
  readonly checksAddressByHead: boolean;
  receive(request: WebhookRequest, deps: ReceiveDeps): Promise<Received | null>;
}

const doors = new Map<string, Door>(
  providerEndpoints.map((at) => {
    const { id: name, checksAddressByHead = false } = at.provider;
    const door = { name, checksAddressByHead, receive: receive.bind(null, at) };
    return [`/webhooks/${at.endpoint.path}`, door];
  }),
);

for (const [path, from] of [
  [TEST_REPORT_PATH, testReportDoor],
  [COLLECTOR_PATH, collectorDoor],
] as const)
  doors.set(path, { name: 'tests', checksAddressByHead: false, receive: receiveTests.bind(null, from) });

doors.set(LOG_PATH, { name: 'log', checksAddressByHead: true, receive: receiveLog });

/** The door at a path, with or without a trailing slash. */
export function findDoor(path: string): Door | undefined {
  return doors.get(path) ?? (path.endsWith('/') ? doors.get(path.slice(0, -1)) : undefined);
}
