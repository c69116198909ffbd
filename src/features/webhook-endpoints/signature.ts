import { createHmac } from "node:crypto";

export const secretPrefix = "whsec_";

export type SignedMessage = {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
};

/** The headers of Standard Webhooks (standardwebhooks.com): one signature for each secret. */
export const signatureHeaders = (secrets: readonly string[], { id, timestamp, body }: SignedMessage) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(" "),
});

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}
