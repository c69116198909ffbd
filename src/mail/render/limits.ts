/** The specification's limit of an e-mail's HTML; longer ones are also cut by Gmail. */
export const MAX_HTML_BYTES = 102_000;

/** Five times that: larger input is rejected unread. */
export const MAX_SOURCE_CHARS = 510_000;

export class ContentTooLarge extends Error {
  constructor() {
    super(`more than ${MAX_SOURCE_CHARS} characters`);
    this.name = "ContentTooLarge";
  }
}
