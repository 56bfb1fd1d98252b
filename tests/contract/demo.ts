import { type Demo, demoDatabase } from '../demo.js';
import { type ServedApi, serveApi } from './api.js';

/** The API over the demo studio. Await it at the top level of a test file. */
export async function startDemo(): Promise<{ api: ServedApi; demo: Demo }> {
  const { url, demo } = await demoDatabase();
  return { api: await serveApi({ DATABASE_URL: url }), demo };
}
