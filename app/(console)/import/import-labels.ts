import { exportHeaders } from '@/lib/contract/export-headers';
import type { ImportOutcome, ImportState, ImportTarget } from '@/lib/contract/import';

export const stateLabels: Record<ImportState, string> = {
  uploaded: 'Not imported',
  planning: 'Checking',
  planned: 'Not imported',
  running: 'Importing',
  finished: 'Imported',
  cancelled: 'Paused',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
  'partly-undone': 'Partly undone',
};

export const stateTones: Partial<Record<ImportState, 'accent' | 'success' | 'warning' | 'danger'>> = {
  planning: 'accent',
  running: 'accent',
  finished: 'success',
  cancelled: 'warning',
  failed: 'danger',
  undoing: 'accent',
  'partly-undone': 'warning',
};

export const targetLabels: Record<ImportTarget, string> = {
  ...exportHeaders,
  fullName: 'Full name',
  prefix: 'Name prefix',
  middleName: 'Middle name',
  lastNamePrefix: 'Last name prefix',
  suffix: 'Name suffix',
  segmentFlag: 'Segment named like the column',
  phoneCountry: 'Phone country',
  areaCode: 'Area code',
  referralCode: 'Referral code',
  note: 'Note',
  doNotContact: 'Do not contact',
};

export const outcomeLabels: Record<ImportOutcome, string> = {
  created: 'New',
  updated: 'Updated',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
  shared: 'Held back',
  conflict: 'Held back',
  rejected: 'Held back',
};

/** Outcomes of rows whose import was undone. */
export const undoneLabels: Partial<Record<ImportOutcome, string>> = {
  created: 'Was new',
  updated: 'Was updated',
};

export const outcomeTones: Partial<Record<ImportOutcome, 'accent' | 'success' | 'warning' | 'danger'>> = {
  created: 'success',
  updated: 'accent',
  shared: 'warning',
  conflict: 'warning',
  rejected: 'warning',
};
