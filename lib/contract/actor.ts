/**
 * Header that names the person a request is made for, percent-encoded. It is believed of tokens with the scope
 * `staff:act`, and recorded in the activity.
 */
export const ACTOR_HEADER = 'Roster-Actor';
