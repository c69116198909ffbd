export const maxFileBytes = 64 * 1_048_576;
export const maxRows = 300_000;
/** As many as a sheet of a spreadsheet has. */
export const maxColumns = 16_384;
