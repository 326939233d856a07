import type { ServiceView } from '../../service-queries';

/** Something that a contacts service may be able to do, and what follows from whether it is. */
export interface Ability {
  title: string;
  can: boolean;
  meaning: string;
}

/** What the service can do, in words. */
export function serviceAbilities({ lacking, connection }: ServiceView): Ability[] {
  const mirror = connection?.mirror ?? null;
  const ability = (title: string, can: boolean, yes: string, no: string): Ability => ({
    title,
    can,
    meaning: can ? yes : no,
  });
  return [
    ability(
      'Create and update contacts',
      !lacking.upsertContact && !lacking.updateContact,
      'Each change is saved at the service first.',
      'Contacts can only be read here.',
    ),
    ability(
      'Tell before saving what it will do',
      !mirror && !lacking.previewContact,
      'What the form says is what saving does, or nothing is saved.',
      mirror ? 'The form says it as far as the copy knows.' : 'Saving says afterwards what it did.',
    ),
    ability(
      'Delete contacts',
      !lacking.deleteContact && !lacking.deleteContacts,
      'One or many at a time.',
      'Contacts cannot be deleted here.',
    ),
    ability(
      'List contacts',
      !mirror || mirror.fillable,
      mirror ? 'All contacts can be read into the copy.' : 'The table shows every contact.',
      'The copy has the contacts that were seen here, and no others.',
    ),
    ability(
      'Search, filter and sort contacts',
      !mirror && !lacking.listContacts,
      'The table shows the service itself, without a copy.',
      'The table works on a copy that is kept here.',
    ),
    ability(
      'Restore deleted contacts',
      !lacking.restoreContacts,
      'Deleted contacts wait in the trash, and come back as they were.',
      lacking.listActivity
        ? 'There is no trash, and no Undo of a deletion.'
        : 'There is no trash. Undo of a deletion creates the contacts anew, with new ids.',
    ),
    ability(
      'Change all contacts that match',
      !lacking.createBulkChange,
      'Any number can be deleted or assigned to segments together, with Undo.',
      'Up to 10,000 contacts can be selected together; their segments are changed by a call for each.',
    ),
    ability(
      'Create, change and delete segments',
      !lacking.createSegment && !lacking.updateSegment && !lacking.deleteSegment,
      'Segments are managed here.',
      'Segments can be assigned here, and are managed at the service.',
    ),
    ability(
      'List redeemed referral codes',
      !lacking.listRedemptions,
      'The page of a contact shows its codes.',
      'A code can be redeemed with a new contact, but is not shown on its page.',
    ),
    ability(
      'Keep a history of changes',
      !mirror && !lacking.listActivity,
      'History shows who changed what, wherever that was done.',
      mirror ? 'History shows what was changed in this console.' : 'There is no history of changes.',
    ),
    ability(
      'Manage API tokens',
      !lacking.listTokens && !lacking.createToken && !lacking.revokeToken,
      'Tokens are created and revoked here.',
      'Tokens are managed at the service.',
    ),
  ];
}
