import { describe, expect, it } from '@jest/globals';
import { databaseUrlProblems } from './database-urls.js';

const urls = { DATABASE_URL: 'postgres://db.example/slipway', DATABASE_DIRECT_URL: '', DATABASE_REPLICA_URL: '' };

describe('databaseUrlProblems', () => {
  it('finds nothing wrong with one URL for everything', () => {
    expect(databaseUrlProblems(urls)).toEqual([]);
  });

  it('requires a direct URL when DATABASE_URL leads to pgBouncer', () => {
    const pooled = { ...urls, DATABASE_URL: 'postgres://pool.example/slipway?pgbouncer=true' };
    expect(databaseUrlProblems(pooled)).toEqual([expect.stringContaining('DATABASE_DIRECT_URL: must lead to')]);
    expect(databaseUrlProblems({ ...pooled, DATABASE_DIRECT_URL: urls.DATABASE_URL })).toEqual([]);
  });

  it('refuses a direct URL that leads to pgBouncer', () => {
    const pooled = { ...urls, DATABASE_DIRECT_URL: 'postgres://pool.example/slipway?pgbouncer=true' };
    expect(databaseUrlProblems(pooled)).toHaveLength(1);
  });

  it('names certificate files that cannot be read', () => {
    const secured = { ...urls, DATABASE_REPLICA_URL: 'postgres://r.example/slipway?sslrootcert=/no/such/ca.pem' };
    expect(databaseUrlProblems(secured)).toEqual([
      'DATABASE_REPLICA_URL: sslrootcert cannot be read: /no/such/ca.pem',
    ]);
  });

  it('names values that are not URLs', () => {
    expect(databaseUrlProblems({ ...urls, DATABASE_REPLICA_URL: 'postgres://user@/x' })).toEqual([
      'DATABASE_REPLICA_URL: is not a URL',
    ]);
  });
});
