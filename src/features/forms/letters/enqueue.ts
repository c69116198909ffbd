import type { Context } from "../../../context.ts";
import { letterJob } from "./job.ts";
import { insertLetter, type LetterKind } from "./queries.ts";

/** In the transaction of its cause, so that no letter is lost. A sign-up has at most one letter of each kind. */
export async function enqueueLetter(
  { db, jobs, clock }: Pick<Context, "db" | "jobs" | "clock">,
  letter: { readonly signUpId: string; readonly kind: LetterKind },
): Promise<void> {
  const letterId = await insertLetter(db, letter, clock.now());
  if (letterId !== undefined) await jobs.send(db, letterJob, { tenantId: db.tenantId, letterId });
}
