import { createPrivateKey, hash, sign, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

/** A domain's parsed key, cached because parsing the PEM costs three times a signature. */
export type DkimSigner = { domain: string; selector: string; key: KeyObject };

export class InvalidDkimKey extends Error {
  constructor() {
    super("not an RSA private key of at least 1024 bits");
    this.name = "InvalidDkimKey";
  }
}

export function createDkimSigner(input: { domain: string; selector: string; privateKey: string }): DkimSigner {
  const key = readKey(input.privateKey);
  if (key.asymmetricKeyType !== "rsa" || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 1024)
    throw new InvalidDkimKey();
  return { domain: input.domain, selector: input.selector, key };
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new InvalidDkimKey();
  }
}

/** Signed when present: the headers that identify the sender and the unsubscribe link. */
const signedHeaders = [
  "from",
  "reply-to",
  "to",
  "subject",
  "date",
  "message-id",
  "mime-version",
  "content-type",
  "list-unsubscribe",
  "list-unsubscribe-post",
  "list-id",
  "feedback-id",
];

/** Listed once more than present, so that adding another one breaks the signature (RFC 6376, 8.15). */
const oversignedHeaders = ["from", "to", "subject", "date", "reply-to", "content-type", "list-unsubscribe"];

const signAsync = promisify(sign);

export const hashBody = (canonical: Buffer) => hash("sha256", canonical, "base64");

export type SignatureInput = {
  /** The headers, one character per byte, with or without the empty line after them. */
  head: string;
  bodyHash: string;
};

/** The header to prepend to the message. Signing runs off this thread. */
export async function signatureHeader(
  { head, bodyHash }: SignatureInput,
  signer: DkimSigner,
  at: Date,
): Promise<string> {
  const headers = lastHeaders(head);
  const names = signedHeaders.filter((name) => headers.has(name));
  const header =
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${signer.domain}; s=${signer.selector};\r\n` +
    ` t=${Math.floor(at.getTime() / 1000)}; h=${foldNames([...names, ...oversignedHeaders])};\r\n` +
    ` bh=${bodyHash};\r\n b=`;
  let signed = "";
  for (const name of names) signed += `${name}:${canonicalValue(headers.get(name) ?? "")}\r\n`;
  signed += `dkim-signature:${canonicalValue(header.slice(header.indexOf(":") + 1))}`;
  const signature = await signAsync("sha256", Buffer.from(signed, "latin1"), signer.key);
  return `${header}${foldBase64(signature.toString("base64"))}\r\n`;
}

/** Values by name; of repeated headers the last, which is the one that is signed. */
function lastHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split(/\r\n(?![ \t])/)) {
    const colon = line.indexOf(":");
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1));
  }
  return headers;
}

/** Fast path: most values are one line with single blanks. */
const canonicalValue = (value: string) =>
  (/[\t\n]| {2}/.test(value) ? value.replace(/\r\n/g, "").replace(/[ \t]+/g, " ") : value).trim();

const foldNames = (names: readonly string[]) => {
  const lines: string[] = [];
  for (let at = 0; at < names.length; at += 5) lines.push(names.slice(at, at + 5).join(":"));
  return lines.join("\r\n :");
};
const foldBase64 = (text: string) => (text.match(/.{1,72}/g) ?? []).join("\r\n ");

/** Relaxed body canonicalization of whole lines (RFC 6376, 3.4.4). Our encoder writes no tabs and no trailing blanks, so the fast path is the usual one. */
export function canonicalLines(text: string): string {
  const spaced = /\t|[ \t](?:\r\n|$)/.test(text) ? text.replace(/[ \t]+(\r\n|$)/g, "$1").replace(/\t+/g, " ") : text;
  return spaced.includes("  ") ? spaced.replace(/ {2,}/g, " ") : spaced;
}
