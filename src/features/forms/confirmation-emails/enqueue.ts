import type { Context } from "../../../context.ts";
import { confirmationEmailJob } from "./job.ts";
import { insertConfirmationEmail, type ConfirmationEmailKind } from "./queries.ts";

/** Runs in the transaction of its cause, so that no confirmation e-mail is lost. A sign-up has at most one confirmation e-mail of each kind. */
export async function enqueueConfirmationEmail(
  { db, jobs, clock }: Pick<Context, "db" | "jobs" | "clock">,
  confirmationEmail: { readonly signUpId: string; readonly kind: ConfirmationEmailKind },
): Promise<void> {
  const confirmationEmailId = await insertConfirmationEmail(db, confirmationEmail, clock.now());
  if (confirmationEmailId !== undefined)
    await jobs.send(db, confirmationEmailJob, { tenantId: db.tenantId, letterId: confirmationEmailId });
}
