import {
  createHttpApp,
  type Express,
  FOR_PROGRAMS,
  handleErrors,
  handleNotFound,
  healthRoutes,
  type ObservedTier,
  type ReadinessChecks,
} from '@slipway/http';
import type { McpRoute, McpRouteDeps } from './mcp-route.js';
import { metadataRoutes } from './protected-resource.js';

export interface McpAppDeps extends Pick<McpRouteDeps, 'logger' | 'isDraining' | 'baseUrl'> {
  readonly trustProxy: string;
  readonly observed: ObservedTier;
  readonly route: McpRoute;
  readonly checks: ReadinessChecks;
}

/** The Model Context Protocol at /mcp, and at /mcp/readonly without the tools that write. */
export function createApp(deps: McpAppDeps): Express {
  const app = createHttpApp({ ...deps, securityHeaders: FOR_PROGRAMS });
  app.use(healthRoutes(deps));
  app.use(metadataRoutes(deps.baseUrl));
  app.all(['/mcp', '/mcp/readonly'], ...deps.route.handlers);
  app.use(handleNotFound);
  // An API outage has already become an ApiError here.
  app.use(handleErrors(deps.logger, () => null));
  return app;
}
