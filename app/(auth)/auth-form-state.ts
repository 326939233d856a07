import type { StaffError } from '@/lib/staff/staff';

/** What came of sending the sign-in or set-up form. */
export interface AuthFormState {
  error?: StaffError;
  /** Submitted values except the password, to fill in the form without JavaScript. */
  values: Record<string, string>;
}
