import { readFileSync } from "node:fs";
import { sign } from "node:crypto";
import type { OutboundRequest, OutboundResponse } from "../../../src/net/outbound.ts";

/** Valid from 2020 to 2120. */
const certificate = readFileSync("tests/fixtures/sns/cert.pem");
const key = readFileSync("tests/fixtures/sns/key.pem");

export const certificateUrl = "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem";

export type SnsFields = Readonly<Record<string, string>>;

/** A message as Amazon SNS sends it, signed by the test certificate. */
export function signSns(fields: SnsFields, version: "1" | "2" = "2"): SnsFields {
  const message: SnsFields = {
    MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
    TopicArn: "arn:aws:sns:eu-west-1:123456789012:bounces",
    Timestamp: "2026-05-02T00:54:06.655Z",
    ...fields,
  };
  const text = Object.keys(message)
    .toSorted()
    .map((name) => `${name}\n${message[name]}\n`)
    .join("");
  const Signature = sign(version === "1" ? "sha1" : "sha256", Buffer.from(text), key).toString("base64");
  return { ...message, SignatureVersion: version, Signature, SigningCertURL: certificateUrl };
}

export const snsNotification = (event: unknown): SnsFields =>
  signSns({ Type: "Notification", Message: JSON.stringify(event) });

/** Outbound calls to Amazon: the certificate at its URL, an empty body elsewhere. `answers` gives a status by URL. */
export function snsOutbound(answers: Record<string, number | undefined> = {}) {
  const visited: string[] = [];
  const send = async ({ url }: OutboundRequest): Promise<OutboundResponse> => {
    visited.push(url);
    const status = answers[url] ?? 200;
    if (status === 0) throw new Error("unreachable");
    return { status, headers: {}, body: url.endsWith(".pem") ? certificate : Buffer.alloc(0) };
  };
  return { send, visited, answers };
}
