import type { ContentIssue } from "./content-issue.ts";

/** The specification's limit for the HTML of an e-mail; Gmail also clips longer ones. */
export const MAX_HTML_BYTES = 102_000;

/** Five times that: larger input is rejected without parsing. */
export const MAX_SOURCE_CHARS = 510_000;

export const htmlTooLarge = (bytes: number): ContentIssue => ({
  code: "html_too_large",
  severity: "error",
  params: { bytes, max: MAX_HTML_BYTES },
});

export class ContentTooLarge extends Error {
  constructor() {
    super(`more than ${MAX_SOURCE_CHARS} characters`);
    this.name = "ContentTooLarge";
  }
}
