import type { ApiReads } from '@slipway/db';
import { type EndpointServices, endpointsOf } from '@slipway/http';
import type { ProjectRecord } from '@slipway/db';

/** What the API's endpoints reach. */
export interface ApiServices extends EndpointServices<ProjectRecord> {
  readonly reads: ApiReads;
}

export const defineEndpoint = endpointsOf<ApiServices>();
