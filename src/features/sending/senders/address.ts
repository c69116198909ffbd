import { normalizeEmail } from "../../../kernel/email.ts";
import { validation } from "../../../kernel/errors.ts";

const ascii = /^[\x21-\x7e]+$/;

/** Letters beyond ASCII before the @ would make every message undeliverable to most of the world. */
export function parseSenderAddress(field: string, text: string): string {
  const email = normalizeEmail(text);
  if (email === undefined || !ascii.test(email)) throw validation(field);
  return email;
}
