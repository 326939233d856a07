import type { StaffError } from '@/lib/staff/staff';

/** Result of the sign-in or setup form. */
export interface AuthFormState {
  error?: StaffError;
  /** Submitted values except the password, to fill in the form without JavaScript. */
  values: Record<string, string>;
}
