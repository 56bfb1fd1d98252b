import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { testProcess } from '@slipway/testing';
import supertest from 'supertest';

const PASSWORD = 'database page password';
const open = await testProcess({
  OPERATOR_PASSWORD: PASSWORD,
  BUILD_LOG_RETENTION_DAYS: '180',
  DATABASE_DISK_GB: '50',
});
const app = composeConsole(open, () => false);

describe('the database page', () => {
  const page = open.internalPages.get('/database');
  const get = (password: string) =>
    supertest(page as never)
      .get('/database')
      .auth('operator', password);

  it('is not served on the public port', async () => {
    expect((await supertest(app).get('/database').auth('operator', PASSWORD)).status).toBe(404);
  });

  it('asks for the password', async () => {
    expect((await supertest(page as never).get('/database')).status).toBe(401);
    expect((await get('wrong')).status).toBe(401);
  });

  it('shows what each kind of data takes, how long it is retained, and what is not known yet', async () => {
    const { status, text } = await get(PASSWORD);
    expect(status).toBe(200);
    expect(text).toContain(
      'of 50.0 GiB are used. When the disk will be full is unknown until there is a day of data.',
    );
    const rows = [...text.matchAll(/<tr>\s*<th scope="row">(.*?)<\/th>.*?<\/tr>/gs)].map(([row, name]) => ({
      row,
      name,
    }));
    expect(rows.map(({ name }) => name).toSorted()).toEqual([
      'Assets and approvals',
      'Build logs',
      'Builds',
      'Changes',
      'Delivery log',
      'Deployments',
      'Everything else',
      'History of assets',
      'Tracker items',
    ]);
    const rowOf = (name: string) => rows.find((each) => each.name === name)?.row ?? '';
    expect(rowOf('Build logs')).toContain('180 days<br><code>BUILD_LOG_RETENTION_DAYS</code>');
    expect(rowOf('Builds')).toContain('Forever<br><code>BUILD_RETENTION_DAYS</code>');
    expect(rowOf('Delivery log')).toContain('30 days<br><code>DELIVERY_RETENTION_DAYS</code>');
  });

  it('loads nothing and is not cached', async () => {
    const { headers } = await get(PASSWORD);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
  });
});
