import { inTransaction, type Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { requireFound, validation } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import type { SourceWorker } from "../../../message-source.ts";
import { lowerNotice } from "../../delivery/unknown-notices.queries.ts";
import type { UnknownDecision } from "../../delivery/unknown-shapes.ts";
import { notifyOfUnknown, resolveUnknown } from "../../delivery/unknown.ts";
import { lockEmailSteps } from "../messages/executor.queries.ts";
import { lockAutomation } from "../queries.ts";
import { getAutomationRecord } from "../service.ts";
import * as queries from "./queries.ts";

export async function listUnknownEmails(ctx: Context, automationId: string, query: Paging & { node?: string }) {
  await getAutomationRecord(ctx, automationId);
  await requireEmailNode(ctx, automationId, query.node);
  const { page, pageSize, offset } = toPage(query);
  const emails = { automationId, node: query.node };
  const [total, rows] = await Promise.all([
    queries.countUnknownEmails(ctx.db, emails),
    queries.listUnknownEmails(ctx.db, emails, { limit: pageSize, offset }),
  ]);
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total, page, pageSize };
}

/** A node that never sent an e-mail is refused. */
async function requireEmailNode({ db }: Context, automationId: string, node: string | undefined): Promise<void> {
  if (node !== undefined && !(await queries.hasEmailSource(db, automationId, node)))
    throw validation("node", { kind: "node", ...accepts.sendingNode });
}

type Choice = { readonly decision: UnknownDecision; readonly node?: string; readonly contactIds?: readonly string[] };

/** What is sent again waits while the automation is paused. */
export const decideUnknownEmails = (ctx: Context, automationId: string, { decision, node, contactIds }: Choice) =>
  inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    const { transactional } = requireFound(await lockAutomation(db, automationId), "automation");
    await requireEmailNode(inner, automationId, node);
    await lockEmailSteps(db, automationId);
    const kind = transactional ? "transactional" : "automation";
    const at = clock.now();
    let messages = 0;
    for (const sourceId of await queries.listUnknownSources(db, { automationId, node })) {
      const source = { kind, sourceId, variantIds: [sourceId], contactIds } as const;
      messages += (await resolveUnknown(db, source, { decision, at })).messages;
    }
    const owner = { ownerKind: "automation", ownerId: automationId } as const;
    await lowerNotice(db, owner, await queries.countUnknownEmails(db, { automationId }));
    return { messages };
  });

export const notifyOfUnknownEmails = async (worker: SourceWorker): Promise<void> =>
  notifyOfUnknown(worker, "automation", await queries.listAutomationsWithUnknown(worker.db));
