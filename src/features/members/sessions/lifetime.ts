import { addMs, days, minutes } from "../../../kernel/local-time.ts";

/** A session ends this long after the sign-in, however much it is used. */
export const sessionDays = 30;

/** And this long after its last use. */
const idleDays = 14;

/** How long a proof of identity counts for operations that ask for one. */
const confirmedMinutes = 10;

/** Sessions that were last used before are over. */
export const idleSince = (now: Date): Date => addMs(now, -days(idleDays));

export const confirmedUntil = (confirmedAt: Date): Date => addMs(confirmedAt, minutes(confirmedMinutes));
