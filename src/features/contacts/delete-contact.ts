import type { Context } from "../../context.ts";
import { contactDeleted } from "../../journal/events.ts";
import * as journal from "../../journal/journal.ts";
import { ApiError } from "../../kernel/errors.ts";
import { addMs, hours } from "../../kernel/local-time.ts";
import { withLockedContact } from "./consents/service.ts";
import * as queries from "./queries.ts";
import { anyApprovedMail, statementsOfDeletion } from "./contact-hooks.ts";

/** Rejected within 24 hours of an e-mail to the contact: its opens, bounces and complaints still refer to the contact. */
export async function deleteContact(ctx: Context, id: string): Promise<void> {
  await withLockedContact(ctx, id, async (inner) => {
    const { db, clock } = inner;
    const at = clock.now();
    const recent = { since: addMs(at, -hours(24)), approved: await anyApprovedMail(inner) };
    if (await queries.hasMailSince(db, id, recent)) throw new ApiError("recently_sent", "contact");
    await queries.deleteContact(db, id, statementsOfDeletion(inner, db.tenantId, at));
    await journal.appendEntries(db, [contactDeleted.entry({ contactId: id, at, payload: {} })]);
  });
}
