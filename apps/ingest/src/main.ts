import { serveProcess } from '@slipway/http';
import { composeIngest } from './compose.js';

await serveProcess({ title: 'slipway-ingest', compose: composeIngest });
