import type { FastifyReply, FastifyRequest } from "fastify";
import type { TenantDb } from "../db/tenant.ts";
import { sha256 } from "../kernel/crypto.ts";
import { conflict, statusOf, validation } from "../kernel/errors.ts";
import * as queries from "./queries.ts";

/**
 * Optional header `Idempotency-Key` on POST: the same key with the same body within 24 hours replays the first response. The key is claimed before the work starts, so that of two concurrent requests only
 * one runs; after a crash the key stays claimed, because it is unknown whether the work was done.
 */
export type IdempotencyClaim = { readonly keyHash: Buffer };

export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (request.method !== "POST" || key === undefined) return undefined;
  if (typeof key !== "string" || key.length === 0 || key.length > 255)
    throw validation("Idempotency-Key", { type: "string", min: 1, max: 255 });
  return key;
}

/** Idempotency keys are scoped by API key or member. */
function actorOf({ identity }: FastifyRequest): string {
  const actor = identity?.actor;
  return actor?.kind === "key" ? `key ${actor.keyId}` : actor?.kind === "member" ? `member ${actor.memberId}` : "";
}

/** The claim, or undefined when a stored response was replayed. */
export async function claimOrReplay(
  db: TenantDb,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<IdempotencyClaim | undefined> {
  const keyHash = sha256(`${actorOf(request)} ${key}`);
  const requestHash = sha256(`${request.url}\n${JSON.stringify(request.body ?? null)}`);
  if (await queries.claimIdempotencyKey(db, keyHash, requestHash)) return { keyHash };
  const stored = await queries.findStoredResponse(db, keyHash);
  if (stored === undefined || !stored.requestHash.equals(requestHash)) throw conflict("idempotency_key");
  if (stored.status === null) throw conflict("in_progress");
  if (stored.answer === null) throw conflict("shown_once");
  await reply
    .code(stored.status)
    .header("Idempotent-Replay", "true")
    .type("application/json; charset=utf-8")
    .serializer((text: string) => text)
    .send(stored.answer);
  return undefined;
}

type Response = { readonly status: number; readonly answer: string; readonly isShownOnce: boolean };

/**
 * 4xx responses are stored too; 5xx and 429 are not, so that the client can retry. A response with a secret is not stored:
 * a repeated request is refused with 409 `shown_once`.
 */
export async function saveResponse(
  db: TenantDb,
  claim: IdempotencyClaim,
  { status, answer, isShownOnce }: Response,
): Promise<void> {
  if (status >= 500 || status === statusOf.rate_limited) await queries.deleteIdempotencyKey(db, claim.keyHash);
  else
    await queries.updateStoredResponse(db, claim.keyHash, {
      status,
      answer: isShownOnce && status < 300 ? null : answer,
    });
}
