/**
 * The rules of `interface-decisions.md` for contacts once more, as plainly as they can be put: lists in memory, one call
 * after the other, no SQL. What the service does must never differ from it.
 */
export interface ModelContact {
  id: string;
  email: string | null;
  phone: string | null;
  firstname: string | null;
  company: string | null;
  /** By segment; an object stands for the assignment, which is another one when it is made anew. */
  segments: Map<string, object>;
  redeemed: Set<string>;
  deleted: boolean;
  /** The bulk change that deleted it. */
  deletion?: ModelBulkChange;
  /** How often it was changed: the activity has as many records. */
  changes: number;
}

export interface ModelBulkChange {
  /** Of whom it was made for. */
  ids: string[];
  /** To which segments; `null` for a deletion. */
  segments: { add: string[]; remove: string[] } | null;
  state: 'running' | 'finished' | 'cancelled' | 'undoing' | 'undone';
  /** Whether its undo has begun. */
  undo: boolean;
  processed: number;
  changed: number;
  gone: number;
  undone: number;
  conflicts: number;
  /** What it did to whom. */
  done: Map<string, { added: Map<string, object>; removed: Map<string, object> }>;
}

export interface ModelCode {
  code: string;
  active: boolean;
  max: number | null;
  count: number;
  segments: string[];
  referrer: string | null;
}

export type Fields = Partial<Record<'email' | 'phone' | 'firstname' | 'company', string | null>>;

export interface Expected {
  status: number;
  contact?: ModelContact;
  changed?: boolean;
  /** `path` of each of the problems, in any order. */
  paths?: string[];
}

const plainFields = ['email', 'phone', 'firstname', 'company'] as const;
const CLEAR_OR_ABSENT = (value: string | null | undefined) => !value?.trim();

export class ContactModel {
  contacts: ModelContact[] = [];
  segments = new Set<string>();
  codes: ModelCode[] = [];
  /** What comes back with a segment: its assignments by contact, and the codes that assign it. */
  private readonly trashedSegments = new Map<string, { of: Map<string, object>; codes: ModelCode[] }>();

  live(id: string): ModelContact | undefined {
    return this.contacts.find((contact) => contact.id === id && !contact.deleted);
  }

  owner(field: 'email' | 'phone', value: string | null | undefined): ModelContact | undefined {
    return value ? this.contacts.find((contact) => !contact.deleted && contact[field] === value) : undefined;
  }

  /** `id`: what a new contact is called; the service makes it. */
  upsert(
    fields: Fields,
    segmentIds: string[] | undefined,
    code: string | undefined,
    id: () => string,
  ): Expected {
    const email = fields.email?.trim() || null;
    const phone = fields.phone?.trim() || null;
    const found = [...new Set([this.owner('email', email), this.owner('phone', phone)])].filter(
      (one) => !!one,
    );
    const contact = found[0];
    const paths = [...(email || phone ? [] : ['email']), ...this.unknown(segmentIds)];
    const redeems = code === undefined ? undefined : this.codes.find((one) => one.code === code);
    const again = !!redeems && !!contact?.redeemed.has(redeems.code) && found.length === 1;
    // In a conflict nobody knows who would redeem it; that it does not exist is known.
    if (code !== undefined && !again && (found.length < 2 ? !redeemable(redeems, contact) : !redeems))
      paths.push('referralCode');
    const conflict = found.length === 2 ? ['email', 'phone'] : [];
    if (paths.length > 0) return { status: 400, paths: [...paths, ...conflict] };
    if (conflict.length > 0) return { status: 409, paths: conflict };

    const target = contact ?? this.add(id());
    const before = snapshot(target);
    for (const field of plainFields)
      if (!CLEAR_OR_ABSENT(fields[field])) target[field] = fields[field] as string;
    for (const segment of segmentIds ?? []) assign(target, segment);
    if (redeems && !again) {
      redeems.count++;
      target.redeemed.add(redeems.code);
      for (const segment of redeems.segments) if (this.segments.has(segment)) assign(target, segment);
    }
    const changed = snapshot(target) !== before;
    if (changed) target.changes++;
    return { status: contact ? 200 : 201, contact: target, changed };
  }

  update(id: string, fields: Fields, segmentIds: string[] | undefined): Expected {
    const target = this.live(id);
    if (!target) return { status: 404 };
    const wanted = { ...target };
    for (const field of plainFields)
      if (fields[field] !== undefined) wanted[field] = CLEAR_OR_ABSENT(fields[field]) ? null : fields[field];
    const paths = this.unknown(segmentIds);
    if (!wanted.email && !wanted.phone) paths.push(target.email ? 'email' : 'phone');
    const taken = (['email', 'phone'] as const).filter((field) => {
      const owner = this.owner(field, wanted[field]);
      return owner && owner !== target;
    });
    if (paths.length > 0) return { status: 400, paths: [...paths, ...taken] };
    if (taken.length > 0) return { status: 409, paths: taken };
    const before = snapshot(target);
    Object.assign(target, wanted);
    if (segmentIds) target.segments = new Map(segmentIds.map((id) => [id, target.segments.get(id) ?? {}]));
    const changed = snapshot(target) !== before;
    if (changed) target.changes++;
    return { status: 200, contact: target, changed };
  }

  /** How many of these are gone now that were there. */
  remove(ids: string[], deletion?: ModelBulkChange): number {
    const gone = this.contacts.filter((contact) => !contact.deleted && ids.includes(contact.id));
    for (const contact of gone) {
      contact.deleted = true;
      contact.deletion = deletion;
      contact.changes++;
    }
    return gone.length;
  }

  /** `trash`: ids in the trash, latest deletion first; that is who comes back where two cannot. */
  restore(ids: string[], trash: string[]): number {
    const candidates = trash.filter((id) => ids.includes(id));
    let restored = 0;
    for (let progress = true; progress; ) {
      const free = candidates
        .map((id) => this.contacts.find((contact) => contact.id === id) as ModelContact)
        .filter((one) => one.deleted && !this.owner('email', one.email) && !this.owner('phone', one.phone));
      const first = (field: 'email' | 'phone', one: ModelContact) =>
        !one[field] || free.find((other) => other[field] === one[field]) === one;
      const back = free.filter((one) => first('email', one) && first('phone', one));
      for (const contact of back) {
        contact.deleted = false;
        contact.changes++;
      }
      restored += back.length;
      progress = back.length > 0;
    }
    return restored;
  }

  purge(ids: string[]): number {
    const before = this.contacts.length;
    for (const contact of this.contacts)
      if (contact.deleted && ids.includes(contact.id))
        for (const code of this.codes) if (code.referrer === contact.id) code.referrer = null;
    this.contacts = this.contacts.filter((contact) => !contact.deleted || !ids.includes(contact.id));
    return before - this.contacts.length;
  }

  removeSegment(id: string): boolean {
    const assigned = this.contacts.flatMap((contact) => {
      const assignment = contact.segments.get(id);
      return assignment ? [[contact.id, assignment] as const] : [];
    });
    const codes = this.codes.filter(({ segments }) => segments.includes(id));
    if (this.segments.has(id)) this.trashedSegments.set(id, { of: new Map(assigned), codes });
    for (const contact of this.contacts) contact.segments.delete(id);
    for (const code of this.codes) code.segments = code.segments.filter((segment) => segment !== id);
    return this.segments.delete(id);
  }

  restoreSegment(id: string): boolean {
    const gone = this.trashedSegments.get(id);
    if (!gone) return false;
    for (const contact of this.contacts) {
      const assignment = gone.of.get(contact.id);
      if (assignment) contact.segments.set(id, assignment);
    }
    for (const code of gone.codes) code.segments.push(id);
    this.segments.add(id);
    return this.trashedSegments.delete(id);
  }

  /** A bulk change of those of the contacts that are there. */
  freeze(ids: string[], segments: ModelBulkChange['segments']): ModelBulkChange {
    const found = [...new Set(ids)].filter((id) => this.live(id));
    const state = found.length > 0 ? 'running' : 'finished';
    const none = { processed: 0, changed: 0, gone: 0, undone: 0, conflicts: 0 };
    return { ids: found, segments, state, undo: false, ...none, done: new Map() };
  }

  run(change: ModelBulkChange): void {
    if (change.state !== 'running') return;
    change.state = 'finished';
    change.processed = change.ids.length;
    change.gone = change.ids.filter((id) => !this.live(id)).length;
    if (!change.segments) {
      change.changed = this.remove(change.ids, change);
      return;
    }
    const { add, remove } = change.segments;
    for (const contact of change.ids.map((id) => this.live(id))) {
      if (!contact) continue;
      const added = new Map(
        add.filter((id) => this.segments.has(id) && !contact.segments.has(id)).map((id) => [id, {}]),
      );
      const removed = new Map([...contact.segments].filter(([id]) => remove.includes(id)));
      if (added.size + removed.size === 0) continue;
      replace(contact, removed, added);
      change.done.set(contact.id, { added, removed });
      change.changed++;
    }
  }

  undo(change: ModelBulkChange, trash: string[]): void {
    if (change.state !== 'undoing') return;
    change.state = 'undone';
    if (!change.segments) {
      const gone = this.contacts.filter(({ deleted, deletion }) => deleted && deletion === change);
      change.undone = this.restore(
        gone.map(({ id }) => id),
        trash,
      );
      change.conflicts = gone.length - change.undone;
    }
    for (const [id, { added, removed }] of change.done) {
      const contact = this.live(id);
      if (!contact) continue;
      const away = new Map([...added].filter(([segment, one]) => contact.segments.get(segment) === one));
      const back = new Map(
        [...removed].filter(([segment]) => this.segments.has(segment) && !contact.segments.has(segment)),
      );
      if (away.size + back.size === 0) continue;
      replace(contact, away, back);
      change.undone++;
    }
  }

  private add(id: string): ModelContact {
    const contact: ModelContact = {
      id,
      email: null,
      phone: null,
      firstname: null,
      company: null,
      segments: new Map(),
      redeemed: new Set(),
      deleted: false,
      changes: 0,
    };
    this.contacts.push(contact);
    return contact;
  }

  private unknown(segmentIds: string[] = []): string[] {
    return segmentIds.flatMap((id, index) => (this.segments.has(id) ? [] : [`segmentIds.${index}`]));
  }
}

function assign(contact: ModelContact, segment: string): void {
  if (!contact.segments.has(segment)) contact.segments.set(segment, {});
}

function replace(contact: ModelContact, away: Map<string, object>, back: Map<string, object>): void {
  for (const id of away.keys()) contact.segments.delete(id);
  for (const [id, assignment] of back) contact.segments.set(id, assignment);
  contact.changes++;
}

function redeemable(code: ModelCode | undefined, contact: ModelContact | undefined): boolean {
  if (!code?.active || (contact && code.referrer === contact.id)) return false;
  return code.max === null || code.count < code.max;
}

const snapshot = (contact: ModelContact) =>
  JSON.stringify([
    plainFields.map((field) => contact[field]),
    [...contact.segments.keys()].sort(),
    [...contact.redeemed],
  ]);
