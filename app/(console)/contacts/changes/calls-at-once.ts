/** Contacts for which one server action makes calls: few enough that progress is seen. */
export const AT_ONCE = 20;
/** Calls of one action that run side by side; a service that is not ours is not to be flooded. */
export const SIDE_BY_SIDE = 4;
