import type { Delivery } from '@slipway/contracts';
import type { ApiReads, Database, ProjectRecord } from '@slipway/db';
import type { Clock, CursorCodec } from '@slipway/domain';
import { type EndpointServices, endpointsOf, type OpenApiDocument } from '@slipway/http';

/** The services of the REST endpoints. */
export interface RestServices extends EndpointServices<ProjectRecord> {
  readonly reads: ApiReads;
  readonly database: Database;
  readonly clock: Clock;
  readonly cursors: CursorCodec;
  readonly investigations: {
    readonly creditCost: number;
    readonly dailyLimit: number;
    /** Queues the investigation; if Redis is down, a timer of the worker queues it later. */
    queue(investigationId: string): Promise<void>;
  };
  /** Queues a delivery for the workers; resolves once it is durable. */
  queueDelivery(delivery: Delivery): Promise<void>;
  readonly openApi: OpenApiDocument;
  /** The public address of the service, for links into the web app. */
  readonly baseUrl: string;
}

export const defineEndpoint = endpointsOf<RestServices, ProjectRecord>();
