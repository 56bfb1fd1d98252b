import { serveProcess } from '@slipway/http';
import { composeApi } from './compose.js';

await serveProcess({ title: 'slipway-api', compose: composeApi });
