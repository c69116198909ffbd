export const maxFileBytes = 64 * 1_048_576;
export const maxRows = 300_000;
/** The limit of a spreadsheet. */
export const maxColumns = 16_384;
