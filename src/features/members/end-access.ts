import type { Services } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { updateApiKeysOfMemberRevoked } from "./queries.ts";
import { listOwnMemberships } from "./security-notices/queries.ts";
import { afterAccessEnded } from "./member-hooks.ts";

type EndAccessParts = Pick<Services, "clock" | "hooks"> & { readonly db: SystemDb };

/**
 * Revokes the API keys that the person created and disconnects their apps, in all companies. Called in the transaction of a
 * new password, after its sessions are deleted: a request that still creates a key holds its session, so that its key is
 * found here.
 */
export async function endAccess({ db, clock, hooks }: EndAccessParts, personId: string): Promise<void> {
  for (const { tenantId, memberId } of await listOwnMemberships(db, personId)) {
    const own = db.forTenant(tenantId);
    await updateApiKeysOfMemberRevoked(own, memberId, clock.now());
    await afterAccessEnded({ db: own, clock, hooks }, memberId);
  }
}
