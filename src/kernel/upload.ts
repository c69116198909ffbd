/** The file of a request that came as a form: read as it arrives, never held as a whole. */
export type Upload = {
  readonly name: string;
  readonly mediaType: string;
  /** Text parts of the form: those that stood before the file, and when it was read to its end also those behind it. */
  readonly fields: Readonly<Record<string, string>>;
  /** To be read once. Ends with an error when the file is too large or breaks off. */
  readonly content: AsyncIterable<Uint8Array>;
};

/** The part of a form that holds the file. */
export const filePart = "file";
