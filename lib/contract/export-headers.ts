import { contactFieldInfo, contactFields, fromNames } from './contact-fields';
import type { ExportColumn } from './export';

/** Column headers, in the order of the export dialog. */
export const exportHeaders: Record<ExportColumn, string> = {
  ...fromNames(contactFields, (name) => contactFieldInfo[name].label),
  segments: 'Segments',
  createdAt: 'Created',
  updatedAt: 'Updated',
  addedBy: 'Added by',
  referralCodes: 'Referral codes',
  lastNote: 'Last note',
  id: 'Id',
};
