import type { Delivery } from '@slipway/contracts';
import type { ApiReads, Database, ProjectRecord } from '@slipway/db';
import type { Clock, CursorCodec, ProjectRedactors } from '@slipway/domain';
import { type Endpoint, type EndpointServices, endpointsOf, type OpenApiDocument } from '@slipway/http';
import type { Reruns } from '@slipway/queue';
import type { Logger } from '@slipway/runtime';

export interface RestServices extends EndpointServices<ProjectRecord> {
  readonly reads: ApiReads;
  /** The reads for an account's rows, once the user's access to it is established. */
  readsOf(account: { readonly accountId: number; readonly writtenLsn: number }): ApiReads;
  /** Whether a write of this process is missing from the account's `writtenLsn`. */
  hasUnnotedWrite(accountId: number): boolean;
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly cursors: CursorCodec;
  /** Masks the credentials in logs, deliveries and whatever quotes them. */
  readonly redactors: ProjectRedactors;
  readonly investigations: {
    readonly creditCost: number;
    readonly dailyLimit: number;
    /** Queues the investigation; if Redis is down, one of the worker's timers queues it later. */
    queue(investigationId: string): Promise<void>;
    /** Queues the diagnosis that a build waits for, in the same way. */
    queueDiagnosis(buildRunId: number): Promise<void>;
  };
  readonly reruns: Reruns;
  /** Queues a delivery for the workers; resolves once it is durable. */
  queueDelivery(delivery: Delivery): Promise<void>;
  openApi(): OpenApiDocument;
  /** Differs between releases, and between addresses of the service, because responses contain links. */
  responseVersion(): string;
  /** The public URL of the service, for links into the web app. */
  readonly baseUrl: string;
}

export type RestEndpoint = Endpoint<RestServices, ProjectRecord>;

export const defineEndpoint = endpointsOf<RestServices, ProjectRecord>();

/** For endpoints that only read, and are asked for often. */
export const defineEarlyRead = endpointsOf<RestServices, ProjectRecord>({ mayBeginEarly: true });
