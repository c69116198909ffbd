/** Consecutive soft bounces after which a contact is suppressed. */
export const maxSoftBounceStreak = 3;
