import pg from 'pg';

/** The PostgreSQL server of the tests, where there is one. */
export const SERVER = process.env.TEST_DATABASE_URL;

export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  await client.query(statement);
  await client.end();
}
