import { type Demo, demoDatabase } from '../demo.js';
import { type ServedApi, serveApi } from './api.js';

/** Await it at the top of a test file: the API over the demo studio. */
export async function startDemo(): Promise<{ api: ServedApi; demo: Demo }> {
  const { url, demo } = await demoDatabase();
  return { api: await serveApi({ DATABASE_URL: url }), demo };
}
