import type { Delivery } from '@slipway/contracts';
import type { ApiReads, Database, ProjectRecord } from '@slipway/db';
import type { Clock, CursorCodec } from '@slipway/domain';
import { type EndpointServices, endpointsOf, type OpenApiDocument } from '@slipway/http';

/** What the API's endpoints reach. */
export interface ApiServices extends EndpointServices<ProjectRecord> {
  readonly reads: ApiReads;
  readonly database: Database;
  readonly clock: Clock;
  readonly cursors: CursorCodec;
  readonly investigations: {
    readonly creditCost: number;
    readonly dailyLimit: number;
    /** Queues the work; when Redis is away, the worker's rescue finds it later. */
    queue(investigationId: string): Promise<void>;
  };
  /** Hands a delivery to the workers; resolves once it is durable. */
  queueDelivery(delivery: Delivery): Promise<void>;
  /** The document that describes the API. */
  readonly openApi: OpenApiDocument;
  /** The service's own address, for links into the web app. */
  readonly baseUrl: string;
}

export const defineEndpoint = endpointsOf<ApiServices>();
