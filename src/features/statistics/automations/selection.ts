import type { Context } from "../../../context.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { requireFound, validation } from "../../../kernel/errors.ts";
import type { StatScope } from "../queries.ts";
import * as queries from "./queries.ts";

export type NodeQuery = { node?: string };

export type Selection = {
  readonly automation: queries.ReportedAutomation;
  /** All e-mails, or the one that was asked for. */
  readonly nodes: readonly queries.EmailNode[];
  readonly scope: StatScope;
};

export async function findSelection(db: TenantDb, id: string, { node }: NodeQuery): Promise<Selection | undefined> {
  const automation = await queries.findReportedAutomation(db, id);
  if (automation === undefined) return undefined;
  const all = await queries.listEmailNodes(db, id);
  const nodes = node === undefined ? all : all.filter((each) => each.node === node);
  if (node !== undefined && nodes.length === 0) throw validation("node", { allowed: all.map((each) => each.node) });
  return { automation, nodes, scope: { sourceIds: nodes.flatMap(({ sourceIds }) => sourceIds), variantId: null } };
}

export const selectNodes = async (ctx: Context, id: string, query: NodeQuery): Promise<Selection> =>
  requireFound(await findSelection(ctx.db, id, query), "automation");
