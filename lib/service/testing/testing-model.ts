/**
 * The rules of `docs/decisions/interface.md` for contacts as a plain model: lists in memory, one call after the other, no SQL.
 * The service must never differ from it.
 */
export interface ModelContact {
  id: string;
  email: string | null;
  phone: string | null;
  firstname: string | null;
  company: string | null;
  /** Times of assignment by segment, as a count of operations. */
  segments: Map<string, Assigned>;
  redeemed: Set<string>;
  deleted: boolean;
  /** The contact that this one was merged into, whose former addresses it has, and the merge. */
  into?: ModelContact;
  merge?: ModelMerge;
  /** The bulk change that deleted the contact. */
  deletion?: ModelBulkChange;
  /** Number of changes; the activity has as many records. */
  changes: number;
}

interface Assigned {
  at: number;
}

type Values = Pick<ModelContact, 'email' | 'phone' | 'firstname' | 'company'>;
type Belongings = Values & Pick<ModelContact, 'segments' | 'redeemed'>;

export interface ModelMerge {
  at: number;
  survivor: ModelContact;
  merged: ModelContact;
  /** Both contacts before the merge, and the survivor after it. */
  stayed: Belongings;
  went: Belongings;
  after: Values;
  /** Contacts that had been merged into the merged one. */
  former: ModelContact[];
}

export interface ModelBulkChange {
  /** Selected contacts. */
  ids: string[];
  /** Changes of segments; `null` for a deletion. */
  segments: { add: string[]; remove: string[] } | null;
  state: 'running' | 'finished' | 'cancelled' | 'undoing' | 'undone';
  /** Whether the undo has begun. */
  undo: boolean;
  processed: number;
  changed: number;
  gone: number;
  undone: number;
  conflicts: number;
  /** Changed assignments by contact. */
  done: Map<string, { added: Map<string, Assigned>; removed: Map<string, Assigned> }>;
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
  /** Deleted segments: their assignments by contact, and the codes that assign them. */
  private readonly trashedSegments = new Map<string, { of: Map<string, Assigned>; codes: ModelCode[] }>();
  private now = 0;

  live(id: string): ModelContact | undefined {
    return this.contacts.find((contact) => contact.id === id && !contact.deleted);
  }

  /** The contact with this id, or the one that it was merged into. */
  find(id: string): ModelContact | undefined {
    const contact = this.contacts.find((one) => one.id === id);
    return this.live(contact?.into?.id ?? id);
  }

  /** The contact that has an email or phone, or has it as a former address. */
  owner(field: 'email' | 'phone', value: string | null | undefined): ModelContact | undefined {
    const has = (contact: ModelContact) => contact[field] === value && !(contact.into ?? contact).deleted;
    const contact = value ? this.contacts.find(has) : undefined;
    return contact?.into ?? contact;
  }

  /** Clears a former address of contact `survivor`. */
  private reclaim(survivor: ModelContact, field: 'email' | 'phone', value: string | null): void {
    for (const contact of this.contacts)
      if (value && contact.into === survivor && contact[field] === value) contact[field] = null;
  }

  /**
   * Creates or updates a contact, as `POST /contacts`; changes nothing if it is refused. `id` returns the id of a new
   * contact, which the service has made.
   */
  upsert(
    fields: Fields,
    segmentIds: string[] | undefined,
    code: string | undefined,
    id: () => string,
  ): Expected {
    this.now++;
    const email = fields.email?.trim() || null;
    const phone = fields.phone?.trim() || null;
    const found = [...new Set([this.owner('email', email), this.owner('phone', phone)])].filter(
      (one) => !!one,
    );
    const contact = found[0];
    const paths = [...(email || phone ? [] : ['email']), ...this.unknown(segmentIds)];
    const redeems = code === undefined ? undefined : this.codes.find((one) => one.code === code);
    // A former address alone does not give the contact a new email or phone.
    const isStranger =
      contact &&
      ((email && phone && !this.owner('phone', phone) && this.isFormer(contact, 'email', email)) ||
        (email && phone && !this.owner('email', email) && this.isFormer(contact, 'phone', phone)));
    const conflict =
      found.length === 2
        ? ['email', 'phone']
        : isStranger
          ? [this.owner('email', email) ? 'email' : 'phone']
          : [];
    const again = !!redeems && !!contact?.redeemed.has(redeems.code) && found.length === 1;
    // In a conflict, the redeeming contact is unknown: check only that the code exists.
    if (code !== undefined && !again && (conflict.length > 0 ? !redeems : !redeemable(redeems, contact)))
      paths.push('referralCode');
    if (paths.length > 0) return { status: 400, paths: [...paths, ...conflict] };
    if (conflict.length > 0) return { status: 409, paths: conflict };

    const target = contact ?? this.add(id());
    const before = snapshot(target);
    for (const field of plainFields)
      if (!CLEAR_OR_ABSENT(fields[field]) && !this.isFormer(target, field, fields[field]))
        target[field] = fields[field] as string;
    for (const segment of segmentIds ?? []) this.assign(target, segment);
    if (redeems && !again) {
      redeems.count++;
      target.redeemed.add(redeems.code);
      for (const segment of redeems.segments) if (this.segments.has(segment)) this.assign(target, segment);
    }
    const changed = snapshot(target) !== before;
    if (changed) target.changes++;
    return { status: contact ? 200 : 201, contact: target, changed };
  }

  /** Updates a contact, as `PUT /contacts/{id}`; changes nothing if it is refused. */
  update(id: string, fields: Fields, segmentIds: string[] | undefined): Expected {
    this.now++;
    const target = this.find(id);
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
    for (const field of ['email', 'phone'] as const) this.reclaim(target, field, target[field]);
    const { now: at } = this;
    if (segmentIds)
      target.segments = new Map(segmentIds.map((id) => [id, target.segments.get(id) ?? { at }]));
    const changed = snapshot(target) !== before;
    if (changed) target.changes++;
    return { status: 200, contact: target, changed };
  }

  /** Moves contacts to the trash; returns how many were live. */
  remove(ids: string[], deletion?: ModelBulkChange): number {
    const gone = this.contacts.filter((contact) => !contact.deleted && ids.includes(contact.id));
    for (const contact of gone) {
      contact.deleted = true;
      contact.deletion = deletion;
      contact.changes++;
    }
    return gone.length;
  }

  /**
   * Restores contacts whose email and phone are free; returns how many. `trash`: ids in the trash, latest deletion first,
   * which comes back if two contacts share an address.
   */
  restore(ids: string[], trash: string[]): number {
    const candidates = trash.filter((id) => ids.includes(id));
    const restored: ModelContact[] = [];
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
      restored.push(...back);
      progress = back.length > 0;
    }
    this.claim(restored);
    return restored.length;
  }

  /** Gives restored contacts their former addresses back, latest first, as far as these are free. */
  private claim(restored: ModelContact[]): void {
    const merged = this.contacts
      .filter(({ into }) => into && restored.includes(into))
      .sort((one, other) => (other.merge?.at ?? 0) - (one.merge?.at ?? 0));
    for (const field of ['email', 'phone'] as const) {
      const claims = merged.map((contact) => ({ contact, value: contact[field] }));
      for (const { contact } of claims) contact[field] = null;
      for (const { contact, value } of claims) if (!this.owner(field, value)) contact[field] = value;
    }
  }

  /** Merges contact `from` into contact `id`, which takes the fields in `take`; changes nothing if it is refused. */
  mergeContacts(id: string, from: string, take: (keyof Values)[]): Expected & { merge?: ModelMerge } {
    const [survivor, merged] = [this.live(id), this.live(from)];
    if (!survivor || !merged) return { status: 404 };
    if (survivor === merged) return { status: 400, paths: ['from'] };
    const after = valuesOf(survivor);
    for (const field of take) after[field] = merged[field];
    if (!after.email && !after.phone) return { status: 400, paths: ['take'] };
    const former = this.contacts.filter(({ into }) => into === merged);
    const merge = {
      at: ++this.now,
      survivor,
      merged,
      stayed: copyBelongings(survivor),
      went: copyBelongings(merged),
      after,
      former,
    };
    const isLeft = (value: string | null, field: keyof Values) => (value === after[field] ? null : value);
    const left = (field: keyof Values) => isLeft(survivor[field], field) ?? isLeft(merged[field], field);
    Object.assign(merged, { email: left('email'), phone: left('phone'), firstname: null, company: null });
    Object.assign(survivor, after);
    for (const [segment, assigned] of merged.segments) {
      const own = survivor.segments.get(segment);
      if (!own || assigned.at < own.at) survivor.segments.set(segment, assigned);
    }
    for (const code of merged.redeemed) {
      if (survivor.redeemed.has(code)) this.code(code).count--;
      survivor.redeemed.add(code);
    }
    Object.assign(merged, { deleted: true, deletion: undefined, into: survivor, merge });
    merged.segments = new Map();
    merged.redeemed = new Set();
    for (const contact of former) contact.into = survivor;
    for (const contact of [survivor, merged]) contact.changes++;
    return { status: 200, contact: survivor, changed: true, merge };
  }

  /** Restores the merged contact; the survivor keeps later changes. Changes nothing if it is refused (404 or 409). */
  undoMerge(merge: ModelMerge): { status: number } {
    const { survivor, merged, stayed, went } = merge;
    if (!this.contacts.includes(survivor) || !this.contacts.includes(merged)) return { status: 404 };
    if (merged.merge !== merge || merged.into !== survivor || survivor.into || survivor.deleted)
      return { status: 409 };
    if (this.contacts.some((one) => one.into === survivor && (one.merge?.at ?? 0) > merge.at))
      return { status: 409 };
    const values = valuesOf(survivor);
    const given = plainFields.filter((field) => stayed[field] !== merge.after[field]);
    for (const field of given) if (survivor[field] === merge.after[field]) values[field] = stayed[field];
    if (!values.email && !values.phone)
      for (const field of given) if (field === 'email' || field === 'phone') values[field] = stayed[field];
    for (const field of ['email', 'phone'] as const) {
      const owners = [values[field], went[field]].map((value) => this.owner(field, value));
      if (owners.some((owner) => owner && owner !== survivor)) return { status: 409 };
      if (went[field] && went[field] === values[field]) return { status: 409 };
    }
    for (const field of ['email', 'phone'] as const)
      for (const value of [values[field], went[field]]) this.reclaim(survivor, field, value);
    const before = snapshot({ ...survivor, redeemed: new Set() });
    Object.assign(survivor, values);
    for (const [segment, assigned] of went.segments) {
      const own = stayed.segments.get(segment);
      const united = own && own.at <= assigned.at ? own : assigned;
      if (survivor.segments.get(segment)?.at !== united.at) continue;
      if (own) survivor.segments.set(segment, own);
      else survivor.segments.delete(segment);
    }
    for (const name of went.redeemed) {
      const code = this.code(name);
      const isBoth = stayed.redeemed.has(name);
      if (!isBoth) survivor.redeemed.delete(name);
      else if (code.max !== null && code.count >= code.max) continue;
      else code.count++;
      merged.redeemed.add(name);
    }
    if (snapshot({ ...survivor, redeemed: new Set() }) !== before) survivor.changes++;
    Object.assign(merged, valuesOf(went), { deleted: false, into: undefined, merge: undefined });
    merged.segments = new Map([...went.segments].filter(([segment]) => this.segments.has(segment)));
    for (const contact of merge.former) if (contact.into === survivor) contact.into = merged;
    merged.changes++;
    return { status: 200 };
  }

  private code(name: string): ModelCode {
    return this.codes.find(({ code }) => code === name) as ModelCode;
  }

  /** Whether a value is a former address of the contact. */
  private isFormer(contact: ModelContact, field: string, value: string | null | undefined): boolean {
    if (field !== 'email' && field !== 'phone') return false;
    return contact[field] !== value && this.owner(field, value) === contact;
  }

  /** Assigns a contact to a segment, unless it is. */
  private assign(contact: ModelContact, segment: string): void {
    if (!contact.segments.has(segment)) contact.segments.set(segment, { at: this.now });
  }

  /** Deletes contacts in the trash forever; returns how many. */
  purge(ids: string[]): number {
    const gone = this.contacts.filter(({ id, deleted, into }) => deleted && !into && ids.includes(id));
    for (const contact of gone)
      for (const code of this.codes) if (code.referrer === contact.id) code.referrer = null;
    this.contacts = this.contacts.filter((contact) => !gone.includes(contact.into ?? contact));
    return gone.length;
  }

  /** Moves a segment to the trash; `false` if there is none. */
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

  /** Restores a segment with its contacts and codes; `false` if it is not in the trash. */
  restoreSegment(id: string): boolean {
    const gone = this.trashedSegments.get(id);
    if (!gone) return false;
    for (const contact of this.contacts) {
      const assignment = gone.of.get(contact.id);
      const survivor = contact.into ?? contact;
      if (assignment && assignment.at < (survivor.segments.get(id)?.at ?? Infinity))
        survivor.segments.set(id, assignment);
    }
    for (const code of gone.codes) code.segments.push(id);
    this.segments.add(id);
    return this.trashedSegments.delete(id);
  }

  /** Creates a bulk change of the contacts that are live. */
  freeze(ids: string[], segments: ModelBulkChange['segments']): ModelBulkChange {
    const found = [...new Set(ids)].filter((id) => this.live(id));
    const state = found.length > 0 ? 'running' : 'finished';
    const none = { processed: 0, changed: 0, gone: 0, undone: 0, conflicts: 0 };
    return { ids: found, segments, state, undo: false, ...none, done: new Map() };
  }

  /** Changes the contacts that are still live, all at once. */
  run(change: ModelBulkChange): void {
    if (change.state !== 'running') return;
    this.now++;
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
        add
          .filter((id) => this.segments.has(id) && !contact.segments.has(id))
          .map((id) => [id, { at: this.now }]),
      );
      const removed = new Map([...contact.segments].filter(([id]) => remove.includes(id)));
      if (added.size + removed.size === 0) continue;
      replaceSegments(contact, removed, added);
      change.done.set(contact.id, { added, removed });
      change.changed++;
    }
  }

  /** Undoes what was not changed again since. */
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
      const away = new Map(
        [...added].filter(([segment, { at }]) => contact.segments.get(segment)?.at === at),
      );
      const back = new Map(
        [...removed].filter(([segment]) => this.segments.has(segment) && !contact.segments.has(segment)),
      );
      if (away.size + back.size === 0) continue;
      replaceSegments(contact, away, back);
      change.undone++;
    }
  }

  /** Adds a contact without values. */
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

  /** The paths of segments that are not live. */
  private unknown(segmentIds: string[] = []): string[] {
    return segmentIds.flatMap((id, index) => (this.segments.has(id) ? [] : [`segmentIds.${index}`]));
  }
}

/** The email, phone, first name and company of a contact. */
const valuesOf = ({ email, phone, firstname, company }: Values): Values => ({
  email,
  phone,
  firstname,
  company,
});

/** Copies what a merge moves. */
const copyBelongings = (contact: ModelContact): Belongings => ({
  ...valuesOf(contact),
  segments: new Map(contact.segments),
  redeemed: new Set(contact.redeemed),
});

/** Removes and adds segments, which counts as a change. */
function replaceSegments(
  contact: ModelContact,
  away: Map<string, Assigned>,
  back: Map<string, Assigned>,
): void {
  for (const id of away.keys()) contact.segments.delete(id);
  for (const [id, assignment] of back) contact.segments.set(id, assignment);
  contact.changes++;
}

/** Whether a contact, or a new one, may redeem a code for the first time. */
function redeemable(code: ModelCode | undefined, contact: ModelContact | undefined): boolean {
  if (!code?.active || (contact && code.referrer === contact.id)) return false;
  return code.max === null || code.count < code.max;
}

/** The values, segments and redemptions of a contact, to compare. */
const snapshot = (contact: ModelContact) =>
  JSON.stringify([
    plainFields.map((field) => contact[field]),
    [...contact.segments.keys()].sort(),
    [...contact.redeemed],
  ]);
