/** A display name and an address, as in From, To and Reply-To. */
export type Mailbox = { address: string; name?: string | undefined };

const MAX_CHARS = 1000;

/** Reads `a@b`, `<a@b>`, `Name <a@b>` and `"Name, Jr." <a@b>`; undefined for anything else. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const match = /^(?:(.*?)\s*<([^<>]*)>|([^<>]*))$/s.exec(text.trim());
  if (match === null) return undefined;
  const address = (match[2] ?? match[3] ?? "").trim();
  const name = unquote(match[1] ?? "");
  if (name === undefined || !isAddress(address) || /\p{Cc}/u.test(name)) return undefined;
  return name === "" ? { address } : { address, name };
}

/** A name of atoms stays as it is, any other becomes a quoted string. */
export function quoteIfNeeded(name: string): string {
  return /^[\p{L}\p{N}\p{M} !#$%&'*+/=?^_`{|}~-]*$/u.test(name) ? name : `"${name.replace(/["\\]/g, "\\$&")}"`;
}

/** Looser than normalizeEmail, so that `postrider@localhost` can be a sender. */
export const isAddress = (text: string) => /^[^\p{C}\p{Z}<>@",;:()[\]\\]+@[^\p{C}\p{Z}<>@",;:()[\]\\]+$/u.test(text);

function unquote(name: string): string | undefined {
  if (!name.includes('"')) return name;
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(name);
  return quoted?.[1]?.replace(/\\(.)/gs, "$1");
}
