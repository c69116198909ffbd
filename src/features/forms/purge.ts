import { Type } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import type { Worker } from "../../feature.ts";
import { defineJob } from "../../jobs/job.ts";
import { contactDeleted } from "../../journal/events.ts";
import * as journal from "../../journal/journal.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { deleteContact, lockAddress, lockContact } from "../contacts/queries.ts";
import * as queries from "./purge.queries.ts";
import { statementsOfDeletion } from "../contacts/contact-hooks.ts";

/** Nightly: sign-ups that were not confirmed within 30 days. */
export const purgeSignUpsJob = defineJob({
  name: "forms.purge",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 60,
  expireMinutes: 60,
  schedule: "35 1 * * *",
});

const keptDays = 30;
const stepSize = 200;

export const purgeUnconfirmed = (worker: Worker): Promise<void> =>
  worker.forEachCompany("forms.purge", async (tenantId) => {
    await purgeUnconfirmedSignUps(await worker.contextOf(tenantId));
  });

/** Deletes contacts that only sign-ups created and forgets addresses without a contact; earlier contacts stay. */
export async function purgeUnconfirmedSignUps(ctx: Context): Promise<void> {
  const before = addMs(ctx.clock.now(), -days(keptDays));
  const due = await queries.listUnconfirmed(ctx.db, { before, limit: stepSize });
  for (const signUp of due) await purge(ctx, signUp);
  if (due.length === stepSize) await purgeUnconfirmedSignUps(ctx);
}

const purge = (ctx: Context, signUp: queries.UnconfirmedSignUp): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    const { id, fingerprint } = signUp;
    await lockAddress(db, fingerprint);
    await queries.expireSignUp(db, id);
    const contact = await queries.findContactOfAddress(db, signUp);
    if (contact?.isPurgeable === false) return;
    await queries.purgeExpiredSignUps(db, fingerprint);
    if (contact === undefined || (await lockContact(db, contact.id)) === undefined) return;
    const at = clock.now();
    await deleteContact(db, contact.id, statementsOfDeletion(inner, db.tenantId, at));
    await journal.appendEntries(db, [contactDeleted.entry({ contactId: contact.id, at, payload: {} })]);
  });
