import type { StaffError } from '@/lib/staff/staff';

/** What came of sending the sign-in or set-up form. */
export interface AuthFormState {
  error?: StaffError;
  /** What was typed, except the password: without JavaScript the page is a new one. */
  values: Record<string, string>;
}
