import { type ContactField, contactFields } from '@/lib/contract/contact-fields';
import { exportHeaders } from '@/lib/contract/export-headers';

/** Fields of an existing contact that the form can edit. */
export const editableFields = [...contactFields, 'segmentIds'] as const;

export const formFields = [...editableFields, 'referralCode'] as const;

export const fieldLabels: Record<ContactField | 'segmentIds' | 'referralCode', string> = {
  ...exportHeaders,
  segmentIds: exportHeaders.segments,
  referralCode: 'Referral code',
};
