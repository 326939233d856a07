import assert from 'node:assert/strict';

/** Contacts per batch. */
const BATCH = 20;

/**
 * Writes contacts that nobody else changes, and keeps the last acknowledged state of each.
 *
 * `send` is a `patientCaller`: it resolves to the answer, or to `null` without a response.
 */
export class Ledger {
  /** Company by id; `null` if deleted. */
  expected = new Map();
  /** Contacts whose last change got no response, so that either state is right. */
  unclear = new Set();
  acknowledged = 0;

  constructor(send) {
    this.send = send;
  }

  /**
   * Makes the next write of a writer: single upserts, batches, updates and deletions in turn.
   *
   * @param {string[]} own Ids of the writer's contacts, updated by each write.
   * @returns Whether the write got a response.
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

  /** @param {string | null} company `null` deletes the contact. */
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

  /** Counts acknowledged writes that are not stored. Then forgets the contacts whose state is unclear. */
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
