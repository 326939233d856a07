import { expect, test } from 'vitest';
import { refuseTransactionPooler } from './pooler';

/** Clients of a pooler in transaction mode. `next` picks one of the server's idle sessions. */
function transactionMode(sessions: number[], next: (idle: number[]) => number | undefined) {
  const idle = [...sessions];
  return () => {
    let held: number | undefined;
    const query = async (text: string) => {
      const session = held ?? next(idle);
      if (session === undefined) throw new Error('query_wait_timeout');
      if (text === 'begin') held = session;
      else if (text === 'rollback') held = undefined;
      if (held === undefined) idle.push(session);
      return { rows: [{ pid: session }] };
    };
    return { processID: 987_654, query } as never;
  };
}
/** Its own session for each client; `greeting` is the id the client was told. */
const session = (pid: number, greeting = pid) =>
  ({ processID: greeting, query: async () => ({ rows: [{ pid }] }) }) as never;

test.each([
  ['one session', [1], (idle: number[]) => idle.pop()],
  ['several sessions', [1, 2, 3], (idle: number[]) => idle.pop()],
  ['several sessions in turn', [1, 2, 3], (idle: number[]) => idle.shift()],
  ['two sessions in turn', [1, 2], (idle: number[]) => idle.shift()],
])('transaction mode with %s is refused', async (_, sessions, next) => {
  const connect = transactionMode(sessions, next);
  await expect(refuseTransactionPooler(connect(), connect())).rejects.toThrow(/set pool_mode = session/);
});

test('a server and a pooler in session mode are accepted', async () => {
  await refuseTransactionPooler(session(1), session(2));
  await refuseTransactionPooler(session(1, 777), session(2, 778));
});
