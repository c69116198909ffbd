/** A contact with so many consecutive soft bounces is suppressed. */
export const maxSoftBounceStreak = 3;
