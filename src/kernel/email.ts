import { domainToASCII, domainToUnicode } from "node:url";

const MAX_ADDRESS_BYTES = 254;
const MAX_LOCAL_BYTES = 64;

// Dot-atoms only: quoted local parts are legal, but parsers disagree about them. `\p{C}` and
// `\p{Z}` keep out control, invisible and space characters of the whole of Unicode, which would make two addresses
// look like one. U+FFFD stands for bytes or half characters that were no text.
const localPart =
  /^(?:[a-z0-9!#$%&'*+/=?^_`{|}~-]|[^\p{ASCII}\p{C}\p{Z}\ufffd])+(?:\.(?:[a-z0-9!#$%&'*+/=?^_`{|}~-]|[^\p{ASCII}\p{C}\p{Z}\ufffd])+)*$/u;
// Checked before domainToASCII, which reads `a/b.cz` as `a` and `%41` as a letter.
const domainText = /^[\p{L}\p{N}\p{M}.-]+$/u;
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

// ASCII, no numeric last label and no Punycode: stored as written.
const dnsName = String.raw`(?:(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}`;
const plainDomain = new RegExp(`^${dnsName}$`);
// Fast path: most addresses are plain ASCII and need no Unicode processing.
const plainAddress = new RegExp(`^(?=[^@]{1,${MAX_LOCAL_BYTES}}@)[a-z0-9_-]+(?:[.+][a-z0-9_-]+)*@${dnsName}$`);

/** The canonical form in which an address is stored and compared; undefined when it is not deliverable. */
export function normalizeEmail(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length <= MAX_ADDRESS_BYTES && plainAddress.test(trimmed)) return trimmed;
  const lower = trimmed.toLowerCase().normalize("NFC");
  const parts = lower.split("@");
  const [local, domain] = parts;
  if (trimmed.length > MAX_ADDRESS_BYTES || parts.length !== 2 || local === undefined || domain === undefined)
    return undefined;
  if (Buffer.byteLength(local) > MAX_LOCAL_BYTES || !localPart.test(local)) return undefined;
  const asciiDomain = normalizeDomain(domain);
  if (asciiDomain === undefined) return undefined;
  const address = `${local}@${asciiDomain}`;
  return Buffer.byteLength(address) > MAX_ADDRESS_BYTES ? undefined : address;
}

/** The domain in ASCII (Punycode); undefined unless it has at least two labels. */
export function normalizeDomain(text: string): string | undefined {
  if (plainDomain.test(text)) return text;
  if (!domainText.test(text)) return undefined;
  const domain = domainToASCII(text);
  const labels = domain.split(".");
  if (labels.length < 2 || !labels.every((label) => domainLabel.test(label))) return undefined;
  if (domain.includes("xn--") && !isPunycode(domain)) return undefined;
  // A numeric last label is an IP address, never a domain.
  return /^\d+$/.test(labels.at(-1) ?? "") ? undefined : domain;
}

/** Node 20 and 22 refuse Punycode that stands for nothing; Node 24 returns a domain in ASCII as it is. */
function isPunycode(domain: string): boolean {
  const unicode = domainToUnicode(domain);
  return !unicode.includes("xn--") && domainToASCII(unicode) === domain;
}

/** The address with a Unicode domain, where that differs from the stored form. */
export function toUnicodeEmail(email: string): string | undefined {
  if (!email.includes("xn--")) return undefined;
  const at = email.lastIndexOf("@") + 1;
  return email.slice(0, at) + domainToUnicode(email.slice(at));
}
