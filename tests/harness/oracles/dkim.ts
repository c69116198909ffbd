import { canonicalLines, hashBody, signatureHeader, type DkimSigner } from "../../../src/mail/dkim.ts";

/** Signs a whole message (RFC 6376, rsa-sha256, relaxed/relaxed); the product signs precomputed parts. */
export async function signMessage(message: Buffer, signer: DkimSigner, at: Date): Promise<Buffer> {
  const split = message.indexOf("\r\n\r\n");
  const head = (split === -1 ? message : message.subarray(0, split)).toString("latin1");
  const body = split === -1 ? "" : message.subarray(split + 4).toString("latin1");
  const header = await signatureHeader(
    { head, bodyHash: hashBody(Buffer.from(canonicalBody(body), "latin1")) },
    signer,
    at,
  );
  return Buffer.concat([Buffer.from(header, "latin1"), message]);
}

/** Relaxed canonicalization of a whole body (RFC 6376, 3.4.4), one character per byte. */
export function canonicalBody(body: string): string {
  const lines = canonicalLines(body).replace(/(?:\r\n)+$/, "");
  return lines === "" ? "" : `${lines}\r\n`;
}
