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
