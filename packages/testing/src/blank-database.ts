import pg from 'pg';

/** Creates an empty database on the server of `url` and returns its URL. */
export async function blankDatabase(url: string, suffix: string): Promise<string> {
  const address = new URL(url);
  const name = `${address.pathname.slice(1)}_${suffix}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  } finally {
    await client.end();
  }
  address.pathname = `/${name}`;
  return address.href;
}
