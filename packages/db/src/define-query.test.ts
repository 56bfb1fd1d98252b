import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase } from '@slipway/testing';
import pg from 'pg';
import type { Column } from './columns.js';
import { definedQueries } from './index.js';

const { url } = await testDatabase();
const client = new pg.Client({ connectionString: url });
beforeAll(() => client.connect());
afterAll(() => client.end());

/** A result column as PostgreSQL reports it, its type as an OID. */
interface ReportedColumn {
  readonly name: string;
  readonly type: number;
}

/** Prepares a statement without running it and returns the columns that PostgreSQL reports. */
function describeStatement(text: string): Promise<ReportedColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: ReportedColumn[] = [];
    let failure: Error | undefined;
    // The methods that a client calls on a query object that speaks the protocol itself.
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError(error: Error) {
        failure = error;
      },
      handleReadyForQuery() {
        if (failure === undefined) resolve(columns);
        else reject(failure);
      },
    } as pg.Submittable);
  });
}

const schema = readFileSync(new URL('../../../prisma/schema.prisma', import.meta.url), 'utf8');
const tableOf = new Map(
  [...schema.matchAll(/^model (\w+) \{.*?@@map\("(\w+)"\)/gms)].map(([, model, table]) => [model, table]),
);

/** A column's declared type, as an OID in the migrated database. */
async function declaredType({ type }: Column): Promise<number> {
  const { rows } =
    'computed' in type
      ? await client.query('SELECT to_regtype($1)::oid::int AS oid', [type.computed])
      : await client.query(
          'SELECT atttypid::int AS oid FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = $2',
          [tableOf.get(type.model), type.column],
        );
  return rows[0]?.oid;
}

const cases = definedQueries.flatMap((query) =>
  query.examples.map((example, index) => ({ title: `${query.name} (${index + 1})`, query, example })),
);

describe('a statement returns the columns it declares', () => {
  it('every statement has a unique name and an example', () => {
    const names = definedQueries.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(definedQueries.filter(({ examples }) => examples.length === 0)).toEqual([]);
  });

  it.each(cases)('$title', async ({ query, example }) => {
    const reported = await describeStatement(query.build(example).text);
    const declared: ReportedColumn[] = [];
    for (const [name, column] of Object.entries(query.columns))
      declared.push({ name, type: await declaredType(column) });
    expect(reported).toEqual(declared);
  });
});
