import { explainedDatabase, factories, testDatabase } from '@slipway/testing';
import { apiReads } from '../api-reads.js';

/** A new database whose statements can be explained, with an account and a project that the test fills with rows. */
export async function planStudio() {
  const { url } = await testDatabase();
  const { database, run, explain } = explainedDatabase(url);
  const make = factories(database);
  const { accountId } = await make.studio();
  const project = await make.project(accountId);
  return { database, run, explain, reads: apiReads(database), make, accountId, project };
}
