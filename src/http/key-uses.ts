import { insertCountedEntry } from "../journal/audit.ts";
import { requestOrigin } from "./audit.ts";
import type { KeyIdentity } from "./queries.ts";
import type { ServerDeps } from "./server-deps.ts";

type KeyRequest = Parameters<typeof requestOrigin>[0];
type UsedKey = Pick<KeyIdentity, "keyId" | "memberId" | "tenantId">;

/** The first use of a key from an address in an hour. Each process asks for its own; the database counts over all of them. */
export async function recordKeyUse(
  { db, clock, keyUses, services }: ServerDeps,
  { keyId, memberId, tenantId }: UsedKey,
  request: KeyRequest,
): Promise<void> {
  const at = clock.now();
  if (keyUses.add(`${keyId} ${request.ip}`, at) > 1) return;
  const origin = requestOrigin(request);
  services.security.record({ event: "key_used", key: keyId, ...origin });
  const entry = {
    at,
    actor: { kind: "key", keyId, memberId },
    operation: "useKey",
    object: { kind: "api-keys", id: keyId },
    origin,
  } as const;
  await insertCountedEntry(db.forTenant(tenantId), entry, { subject: `key ${keyId} ${request.ip}`, max: 1 });
}

export const recordRejectedKey = ({ services }: ServerDeps, request: KeyRequest): void =>
  services.security.record({ event: "key_refused", ...requestOrigin(request) });
