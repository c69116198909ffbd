import { withTransactionStart, type TenantDb } from "../../db/tenant.ts";
import { assistantActed } from "../../journal/events.ts";
import { appendEntries, attributeEntries } from "../../journal/journal.ts";
import { memberIdOf } from "../../kernel/actor.ts";
import type { Json, OperationInput } from "./arguments.ts";
import type { CompanyBinding } from "./catalog.ts";
import { runOperation } from "./run-operation.ts";
import type { Session } from "./session.ts";

/** Operations that wait for more than the database before the transaction that they open themselves. */
const openOwnTransaction: ReadonlySet<string> = new Set([
  "approveCampaign",
  "approveVariants",
  "createImport",
  "testCampaign",
  "testTemplate",
  "saveTemplateContent",
  "convertTemplate",
  "createAccountWebhook",
  "updateAccountWebhook",
  "createWebhookEndpoint",
  "updateWebhookEndpoint",
  "checkSiteScript",
]);

export type Act = { readonly binding: CompanyBinding; readonly input: OperationInput };

/**
 * Runs a write of an assistant: its journal entries name client and member. `claim` runs in the transaction of the
 * operation, so that what it claims is used up exactly when the operation takes effect: with a claim the operation
 * runs in one transaction; of one that opens its own, the first transaction makes the claim.
 */
export async function runAct(
  { context, client, auditActor, origin }: Session,
  { binding, input }: Act,
  claim?: (db: TenantDb) => Promise<void>,
): Promise<Json> {
  const { name } = binding.operation;
  const assistant = { client: await client(), memberId: memberIdOf(context.actor) ?? "" };
  const at = context.clock.now();
  let isClaimed = false;
  const beginPipelined = (inner: TenantDb) => attributeEntries(inner, assistant);
  const db = withTransactionStart(context.db, {
    beginPipelined,
    begin: async (inner) => {
      await beginPipelined(inner);
      if (isClaimed) return;
      await claim?.(inner);
      await appendEntries(inner, [assistantActed.entry({ contactId: null, at, payload: { operation: name } })]);
    },
    committed: () => {
      isClaimed = true;
    },
  });
  const run = (own: TenantDb) => runOperation({ context: { ...context, db: own }, auditActor, origin }, binding, input);
  if (claim !== undefined && !openOwnTransaction.has(name)) return db.transaction(run);
  const answer = await run(db);
  // The act of a single statement or a pipelined transaction is recorded when it has succeeded.
  if (!isClaimed) await db.transaction(async () => {});
  return answer;
}
