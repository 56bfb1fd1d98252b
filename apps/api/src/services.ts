import type { ApiReads, ProjectRecord } from '@slipway/db';
import { type EndpointServices, endpointsOf } from '@slipway/http';

/** What the API's endpoints reach. */
export interface ApiServices extends EndpointServices<ProjectRecord> {
  readonly reads: ApiReads;
}

export const defineEndpoint = endpointsOf<ApiServices>();
