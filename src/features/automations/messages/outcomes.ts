import type { TenantDb } from "../../../db/tenant.ts";
import { listUnsentEmails } from "./outcomes.queries.ts";

type Pass = {
  readonly runId: string;
  readonly node: string;
  readonly result: "done" | "skipped" | "failed";
  readonly reason: string | null;
};

/** The run goes on before its e-mail is sent: the gate or the content may refuse it later, which its pass then shows. */
export async function withEmailOutcomes<Each extends Pass>(db: TenantDb, passes: readonly Each[]): Promise<Each[]> {
  const unsent = await listUnsentEmails(db, [...new Set(passes.map(({ runId }) => runId))]);
  return passes.map((pass) => {
    const email = unsent.find(({ runId, node }) => runId === pass.runId && node === pass.node);
    return email === undefined ? pass : { ...pass, result: email.state, reason: email.reason };
  });
}
