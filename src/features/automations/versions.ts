import type { Context } from "../../context.ts";
import { requireFound } from "../../kernel/errors.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { presentGraph } from "./present.ts";
import { findStoredSecrets, withStoredStates } from "./secrets.ts";
import { getAutomationRecord } from "./service.ts";
import * as queries from "./versions.queries.ts";

export async function listVersions(ctx: Context, id: string, query: Paging) {
  await getAutomationRecord(ctx, id);
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listVersions(ctx.db, id, { limit: pageSize, offset });
  const items = rows.map(({ version, createdAt }) => ({ version, at: createdAt.toISOString() }));
  return { items, total, page, pageSize };
}

export async function getVersion(ctx: Context, id: string, version: string) {
  await getAutomationRecord(ctx, id);
  const found = requireFound(await queries.findVersion(ctx.db, id, version), "version");
  const secrets = await findStoredSecrets(ctx, id);
  return {
    version: found.version,
    at: found.createdAt.toISOString(),
    graph: presentGraph(withStoredStates(found.graph, secrets), found.version),
  };
}
