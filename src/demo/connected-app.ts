import type { SystemDb, TenantDb } from "../db/tenant.ts";
import { findClient, insertClient } from "../features/oauth/clients.queries.ts";
import { insertGrant, updateCodeUsed } from "../features/oauth/grants.queries.ts";
import { updateGrantConnected } from "../features/oauth/tokens.queries.ts";
import { randomToken, sha256 } from "../kernel/crypto.ts";
import { addMs, days, minutes } from "../kernel/local-time.ts";
import { connectedApp } from "./words/company.ts";

/** An application that a member connected. It has no token, so that no program can use it. */
export async function writeConnectedApp(
  db: SystemDb,
  own: TenantDb,
  { memberId, at }: { readonly memberId: string; readonly at: Date },
): Promise<void> {
  const { name, redirectUri, resource } = connectedApp;
  const clientId = randomToken();
  await insertClient(db, { clientId, name, redirectUris: [redirectUri], secretHash: null, at });
  const client = await findClient(db, clientId);
  if (client === undefined) throw new Error("the demo application was not written");
  const id = await insertGrant(own, {
    memberId,
    clientId: client.id,
    scope: "read",
    resource,
    redirectUri,
    codeChallenge: sha256(randomToken()).toString("base64url"),
    codeHash: sha256(randomToken()),
    codeExpiresAt: addMs(at, minutes(1)),
    at,
  });
  await updateCodeUsed(own, id, at);
  await updateGrantConnected(own, id, { at, expiresAt: addMs(at, days(365)) });
}
