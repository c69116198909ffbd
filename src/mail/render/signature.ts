import { htmlToText } from "./text-part.ts";
import { noSignature, type MergeSignature } from "./values.ts";

/** The signature of a list or a segment, which was sanitized when it was saved. */
export const findMergeSignature = (html: string): MergeSignature =>
  html === "" ? noSignature : { html, text: htmlToText(html) };
