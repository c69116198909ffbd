import { accepts } from "../../kernel/accepts.ts";
import { normalizeDomain, normalizeEmail } from "../../kernel/email.ts";
import { validation } from "../../kernel/errors.ts";
import { isFreemailDomain } from "./freemail-domains.ts";

/** Leaves room for the longest name that is looked up below the domain. */
const maxLength = 200;

/** Public suffixes by country: anyone may register below them, so they cannot be sending domains. */
const publicSuffixes: Readonly<Record<string, string>> = {
  ae: "ac co gov net org sch",
  ar: "com edu gob int net org tur",
  at: "ac co gv or",
  au: "asn com edu gov id net org",
  bg: "com",
  br: "art blog com eco edu gov ind net org",
  cn: "ac com edu gov net org",
  co: "com edu gov net nom org",
  cy: "com gov net org",
  cz: "co",
  eg: "com edu gov net org",
  es: "com edu gob nom org",
  gr: "com edu gov net org",
  hk: "com edu gov idv net org",
  hr: "com from iz name",
  hu: "co info org priv",
  id: "ac co go my net or sch web",
  il: "ac co gov k12 muni net org",
  in: "ac co edu firm gen gov ind net nic org",
  jp: "ac ad co ed go gr lg ne or",
  ke: "ac co go ne or",
  kr: "ac co go ne or pe re",
  mk: "com edu gov inf net org",
  mx: "com edu gob net org",
  my: "com edu gov name net org",
  ng: "com edu gov net org",
  nz: "ac co geek gen govt maori net org school",
  pe: "com edu gob net nom org",
  ph: "com edu gov net org",
  pl: "biz com edu gov info net org waw",
  pt: "com edu gov nome org",
  ro: "com info nom org store",
  rs: "ac co edu gov in org",
  ru: "com msk net org pp spb",
  sa: "com edu gov med net org",
  sg: "com edu gov net org per",
  th: "ac co go in mi net or",
  tr: "av bel com dr edu gen gov k12 net org web",
  tw: "com edu gov idv net org",
  ua: "com edu gov in kiev kyiv lviv net odesa org",
  uk: "ac co gov ltd me net nhs org plc police sch",
  vn: "com edu gov net org",
  za: "ac co gov net org web",
};

function isPublicSuffix(domain: string): boolean {
  const [name = "", country = "", ...rest] = domain.split(".");
  return rest.length === 0 && (publicSuffixes[country]?.split(" ").includes(name) ?? false);
}

/** Normalizes case, internationalized labels and a trailing dot. */
export function parseDomainName(text: string): string {
  const domain = normalizeDomain(text.trim().replace(/\.$/, ""));
  if (domain === undefined || domain.length > maxLength)
    throw validation("domain", { reason: "invalid", ...accepts.domain });
  if (isPublicSuffix(domain)) throw validation("domain", { reason: "public_suffix", ...accepts.domain });
  return domain;
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

const ascii = /^[\x21-\x7e]+$/;

/** Mailboxes of freemail providers cannot be senders: their DMARC policies refuse mail that other services send. */
export function parseOwnSenderAddress(field: string, text: string): string {
  const email = parseSenderAddress(field, text);
  if (isFreemailDomain(domainOf(email))) throw validation(field, { reason: "freemail", ...accepts.ownDomain });
  return email;
}

/** Rejects non-ASCII local parts: most mail servers do not support SMTPUTF8. */
export function parseSenderAddress(field: string, text: string): string {
  const email = normalizeEmail(text);
  if (email === undefined || !ascii.test(email)) throw validation(field, accepts.asciiEmail);
  return email;
}
