import { serveProcess } from '@slipway/http';
import { composeConsole } from './compose.js';

await serveProcess({ title: 'slipway-console', compose: composeConsole });
