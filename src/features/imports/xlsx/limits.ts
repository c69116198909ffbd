/** A workbook is read from memory, unlike a CSV file; a packed one of this size has about 300 000 rows. */
export const maxWorkbookBytes = 20 * 1_048_576;
/** Unpacked parts of a workbook. They are much larger than what they contain, and packed well. */
export const maxSheetBytes = 256 * 1_048_576;
export const maxSharedTextBytes = 64 * 1_048_576;
export const maxPartBytes = 8 * 1_048_576;
/** Text between two tags, and the text of one cell. */
export const maxTextLength = 1_048_576;
