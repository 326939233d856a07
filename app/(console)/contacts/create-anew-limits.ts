/** Contacts that one server action creates anew: few enough that progress is seen. */
export const ANEW_AT_ONCE = 20;
