import type { TenantDb } from "../../../db/tenant.ts";
import { enqueueMessages } from "../../delivery/enqueue.queries.ts";
import { hasWelcome, messageTo } from "./queries.ts";

/** A form has at most one message per contact, so a second confirmation sends no second one. Runs under the lock of the address. */
export async function enqueueWelcome(db: TenantDb, formId: string, contactId: string, at: Date): Promise<void> {
  if (await hasWelcome(db, formId, contactId)) return;
  const chosen = messageTo(db.tenantId, { formId, contactId, at });
  await enqueueMessages(db, { kind: "welcome", sourceId: formId, chosen, isUniform: true, cancelledVariants: [] });
}
