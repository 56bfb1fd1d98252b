import { serveProcess } from '@slipway/http';
import { composeMcp } from './compose.js';

await serveProcess({
  title: 'slipway-mcp',
  compose: composeMcp,
  unneeded: ['DATABASE_URL', 'REDIS_URL', 'APP_SECRET'],
});
