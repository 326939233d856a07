import assert from 'node:assert/strict';

/** Contacts of one batch. */
const BATCH = 20;

/**
 * Writers whose contacts nobody else changes, with the state that was last acknowledged of each.
 *
 * `send(method, path, body)` resolves to the answer, or to `null` without one.
 */
export class Ledger {
  /** Company by id; `null`: deleted. */
  expected = new Map();
  /** Contacts whose last change was not answered: either state is right. */
  unclear = new Set();
  acknowledged = 0;

  constructor(send) {
    this.send = send;
  }

  /**
   * The next write of a writer: mixed single upserts, batches, updates and deletions.
   *
   * @param {string[]} own Ids of the contacts that it has made, which it keeps up to date.
   * @returns whether it was answered.
   */
  async write(own, n, key) {
    const id = own.length > 4 ? own[Math.floor(Math.random() * own.length)] : undefined;
    const kind = id ? ['create', 'update', 'delete', 'batch'][n % 4] : n % 3 ? 'create' : 'batch';
    return kind === 'update' || kind === 'delete'
      ? this.change(own, id, kind === 'update' ? key : null)
      : this.create(own, key, kind === 'batch' ? BATCH : 1);
  }

  async create(own, key, count) {
    const contacts = Array.from({ length: count }, (_, k) => ({ email: `${k}.${key}`, company: key }));
    const answer =
      count > 1
        ? await this.send('POST', '/contacts/batch', { contacts })
        : await this.send('POST', '/contacts', contacts[0]);
    if (!answer) return false;
    const made = count > 1 ? answer.data.results.map(({ contact }) => contact.id) : [answer.data.id];
    for (const id of made) {
      assert.ok(id, JSON.stringify(answer).slice(0, 300));
      this.expected.set(id, key);
      own.push(id);
    }
    this.acknowledged += count;
    return true;
  }

  /** @param {string | null} company `null` deletes it. */
  async change(own, id, company) {
    this.unclear.add(id);
    const answer =
      company === null
        ? await this.send('DELETE', `/contacts/${id}`)
        : await this.send('PUT', `/contacts/${id}`, { company });
    if (!answer || company === null) own.splice(own.indexOf(id), 1);
    if (!answer) return false;
    assert.ok(!answer.error, JSON.stringify(answer.error));
    this.unclear.delete(id);
    this.expected.set(id, company);
    this.acknowledged++;
    return true;
  }

  /** Acknowledged writes that are not there. Afterwards, nothing is expected of what was unclear. */
  lost(stored) {
    let count = 0;
    for (const [id, company] of this.expected) {
      const found = stored.get(id);
      const isThere = company === null ? !found : found?.contact.company === company;
      if (!isThere && !this.unclear.has(id)) count++;
    }
    for (const id of this.unclear) this.expected.delete(id);
    this.unclear.clear();
    return count;
  }
}

/** A `send` as the ledger takes it: `null` if the program died, starts or stops. Fails on any other status of 500 or more. */
export function sender(port, token) {
  return async (method, target, body, headers) => {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/v1${target}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : body && JSON.stringify(body),
      });
      const answer = await response.json();
      // It is starting or stopping, and has done nothing.
      if (response.status === 503) return null;
      assert.ok(response.status < 500, JSON.stringify(answer));
      return answer;
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return null;
    }
  };
}

/** Contacts by id, page by page. */
export async function everyContact(send) {
  const found = new Map();
  for (let cursor = ''; cursor !== null; ) {
    const target = `/contacts?pageSize=100&sort=createdAt${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { data, meta } = await send('GET', target);
    for (const contact of data) found.set(contact.id, contact);
    cursor = meta.nextCursor;
  }
  return found;
}
