import { scoped } from '@/lib/database/statement';

// SQL functions that return how many contacts they changed; `$2` to `$5` are the actor.

/** Moves contacts to the trash; `$6` is the deletion. */
export const trashContacts = scoped<{ count: number }>(
  'trash_contacts',
  'select trash_contacts($1, $2, $3, $4, $5, $6, $7) as count',
);
/** Restores contacts whose email and phone are free. */
export const restoreFromTrash = scoped<{ count: number }>(
  'restore_contacts',
  'select restore_contacts($1, $2, $3, $4, $5, $6) as count',
);

/** Removes contacts that are about to be written anew with their ids. */
export const dropTrashed = scoped(
  'drop_trashed_contacts',
  'delete from contacts where organization_id = $1 and id = any($2::uuid[]) and deleted_at is not null',
);
/** Lets contacts that are about to be written have the addresses of one another. */
export const freeAddresses = scoped(
  'free_addresses',
  `update contacts set email = id || '@moving.invalid', phone = null where organization_id = $1 and id = any($2::uuid[])`,
);
