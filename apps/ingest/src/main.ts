import { serveProcess } from '@slipway/http';
import { composeIngest } from './compose.js';

await serveProcess({
  title: 'slipway-ingest',
  processes: (settings) => settings.INGEST_PROCESSES,
  compose: composeIngest,
});
