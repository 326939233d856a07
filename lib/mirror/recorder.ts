import type { Contact } from '@/lib/contract/contact';
import type { Copy } from './copy';
import type { Author, MirrorStore } from './mirror-store';
import type { Asked } from './operation-of';

interface Log {
  error(fields: object, message: string): void;
}

/** In whose name the copy says that the service no longer has a contact. */
export const SERVICE: Author = { kind: 'system', id: null, name: 'The contacts service', requestId: null };

/** In whose name a change is recorded that was asked for here. */
export function authorOf({ actor }: Asked, requestId: string | null): Author {
  const by = actor
    ? { kind: 'staff' as const, ...actor }
    : { kind: 'token' as const, id: null, name: 'Console' };
  return { ...by, requestId: requestId?.slice(0, 128) ?? null };
}

/** Lets the copy follow what the service answered. That it could not changes nothing of what the service did. */
export class Recorder {
  constructor(
    private readonly copy: Copy,
    private readonly log: Log,
  ) {}

  /** Records what a service without this organization would have answered, too: where that is not certain, nothing. */
  async record<T>(what: (store: MirrorStore) => Promise<T>): Promise<T | undefined> {
    if (!this.copy.isCertain) return undefined;
    try {
      return await what(this.copy.store);
    } catch (err) {
      this.failed(err);
      return undefined;
    }
  }

  /** Records what was said of a contact, in the copy of the organization that the contact belongs to. */
  async recordOf(contact: Contact, what: (store: MirrorStore) => Promise<unknown>): Promise<void> {
    try {
      if (await this.copy.belongsTo(contact.organizationId)) await what(this.copy.store);
    } catch (err) {
      this.failed(err);
    }
  }

  private failed(err: unknown): void {
    this.log.error({ err }, 'An answer of the contacts service could not be recorded.');
  }
}
