import {
  getOAuthProtectedResourceMetadataUrl,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/server';
import { OAUTH_RESOURCES, type OauthResource } from '@slipway/contracts';
import { type Request, Router } from '@slipway/http';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const MAX_AGE_SECONDS = 3_600;

/** Whether a request is for the address without tools that write: every path except `/mcp` itself, however spelled. */
export function isReadOnlyPath({ path }: Pick<Request, 'path'>): boolean {
  return !/^\/mcp\/?$/i.test(path);
}

/** The `WWW-Authenticate` header of a 401, which leads OAuth clients to the metadata (RFC 9728, 5.1). */
export function challengeOf(request: Pick<Request, 'path'>, baseUrl: string): string {
  const { path } = isReadOnlyPath(request) ? OAUTH_RESOURCES.readOnly : OAUTH_RESOURCES.all;
  return `Bearer resource_metadata="${getOAuthProtectedResourceMetadataUrl(new URL(path, baseUrl))}"`;
}

/** Tells OAuth clients which authorization server issues tokens for this server: the console at the same address. */
export function metadataRoutes(baseUrl: string): Router {
  const { origin } = new URL(baseUrl);
  const router = Router();
  const serve = (paths: readonly string[], { path, scopes }: OauthResource) => {
    const metadata: OAuthProtectedResourceMetadata = {
      resource: origin + path,
      resource_name: 'Slipway',
      authorization_servers: [origin],
      scopes_supported: [...scopes],
      bearer_methods_supported: ['header'],
    };
    router.get([...paths], (_request, response) => {
      response.set('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`).json(metadata);
    });
  };
  const { all, readOnly } = OAUTH_RESOURCES;
  // Clients that find no metadata for their path ask for that of the whole host.
  serve([WELL_KNOWN, WELL_KNOWN + all.path], all);
  serve([WELL_KNOWN + readOnly.path], readOnly);
  return router;
}
