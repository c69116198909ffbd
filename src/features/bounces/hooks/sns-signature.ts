import { verify, X509Certificate } from "node:crypto";
import { BoundedCache } from "../../../kernel/bounded-cache.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { forbidden, upstream } from "../../../kernel/errors.ts";
import type { Outbound } from "../../../net/outbound.ts";
import { textAt, valueAt } from "./provider-event.ts";

const confirmationFields = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];

/** The fields that Amazon SNS signs, in order, by type of message. */
const signedFields: ReadonlyMap<string, readonly string[]> = new Map([
  ["Notification", ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]],
  ["SubscriptionConfirmation", confirmationFields],
  ["UnsubscribeConfirmation", confirmationFields],
]);

const digests: ReadonlyMap<string, string> = new Map([
  ["1", "sha1"],
  ["2", "sha256"],
]);

/** Size of a generation of the cache. Each region of Amazon uses one certificate at a time. */
const cachedCertificates = 8;

/** A URL at an SNS host of Amazon; only such URLs are fetched. */
export function parseSnsUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSns =
    url !== undefined &&
    url.protocol === "https:" &&
    /^sns\.[a-z0-9-]{4,30}\.amazonaws\.com(\.cn)?$/.test(url.hostname) &&
    url.port === "" &&
    url.username === "" &&
    url.password === "";
  return isSns ? url : undefined;
}

function certificateUrlIn(body: unknown): URL | undefined {
  const url = parseSnsUrl(textAt(body, "SigningCertURL"));
  return url !== undefined && /^\/[\w-]+\.pem$/.test(url.pathname) && url.search === "" ? url : undefined;
}

/** Verifies that messages come from Amazon SNS. Keeps the certificates until they expire. */
export class SnsVerifier {
  readonly #outbound: Pick<Outbound, "send">;
  readonly #clock: Clock;
  readonly #certificates = new BoundedCache<string, X509Certificate>(cachedCertificates);
  readonly #pending = new Map<string, Promise<X509Certificate>>();

  constructor({ outbound, clock }: { outbound: Pick<Outbound, "send">; clock: Clock }) {
    this.#outbound = outbound;
    this.#clock = clock;
  }

  /** Returns the host of Amazon that signed the message. */
  async verify(body: unknown): Promise<string> {
    const type = textAt(body, "Type");
    // With raw delivery the topic sends the event without an envelope, thus without a signature.
    if (type === "") throw forbidden("raw_delivery");
    const fields = signedFields.get(type);
    const digest = digests.get(textAt(body, "SignatureVersion"));
    const signature = textAt(body, "Signature");
    const url = certificateUrlIn(body);
    if (fields === undefined || digest === undefined || signature === "" || url === undefined) {
      throw forbidden("signature");
    }
    const certificate = await this.#find(url.origin + url.pathname);
    const isSigned =
      this.#isValidNow(certificate) &&
      certificate.publicKey.asymmetricKeyType === "rsa" &&
      verify(digest, stringToSign(body, fields), certificate.publicKey, Buffer.from(signature, "base64"));
    if (!isSigned) throw forbidden("signature");
    return url.hostname;
  }

  #isValidNow({ validFrom, validTo }: X509Certificate): boolean {
    const now = this.#clock.now();
    return new Date(validFrom) <= now && now <= new Date(validTo);
  }

  /** Concurrent messages share one request. */
  #find(url: string): Promise<X509Certificate> | X509Certificate {
    const cached = this.#certificates.get(url);
    if (cached !== undefined && this.#isValidNow(cached)) return cached;
    const pending = this.#pending.get(url) ?? this.#fetch(url).finally(() => this.#pending.delete(url));
    this.#pending.set(url, pending);
    return pending;
  }

  /** Any failure is answered with 502: SNS retries, so no event is lost. */
  async #fetch(url: string): Promise<X509Certificate> {
    try {
      const { status, body } = await this.#outbound.send({ url, timeoutMs: 10_000, maxBytes: 65_536 });
      if (status !== 200) throw upstream("sns", "certificate");
      const certificate = new X509Certificate(body);
      this.#certificates.set(url, certificate);
      return certificate;
    } catch {
      throw upstream("sns", "certificate");
    }
  }
}

/** The subject is signed only if the message has one. */
function stringToSign(body: unknown, fields: readonly string[]): Buffer {
  const present = fields.filter((name) => name !== "Subject" || typeof valueAt(body, name) === "string");
  return Buffer.from(present.map((name) => `${name}\n${textAt(body, name)}\n`).join(""));
}
