/** Digits that may be an id; others have no row, and the database cannot compare them. */
export const isPossibleId = (digits: string): boolean => /^0*[1-9][0-9]{0,15}$/.test(digits);
