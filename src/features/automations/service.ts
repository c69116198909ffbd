import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { conflictOnTakenName } from "../../db/unique-names.ts";
import { accepts } from "../../kernel/accepts.ts";
import { conflict, rejectIfReferred, requireFound, validation } from "../../kernel/errors.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { requireShop } from "../contacts/shops.ts";
import { setContentUses } from "../content/uses/service.ts";
import { setTags } from "../labels/tags.ts";
import { keepers } from "./dependents.ts";
import { listAutomationsUsing } from "./dependents.queries.ts";
import { checkGraph, fitsTransactional, rejectErrors } from "./graph/check.ts";
import { emptyGraph, type Graph } from "./graph/graph.ts";
import { presentAutomation, presentRow } from "./present.ts";
import * as queries from "./queries.ts";
import { prepareRecipe, writeRecipe } from "./recipes/service.ts";
import { hasRuns } from "./runs.queries.ts";
import { writeGraph } from "./write-graph.ts";
import { findStoredSecrets, withStoredStates } from "./secrets.ts";
import type { AutomationChange, AutomationInput } from "./shapes.ts";
import { findVersion } from "./versions.queries.ts";

export async function getAutomationRecord({ db }: Context, id: string): Promise<queries.AutomationRecord> {
  return requireFound(await queries.findAutomation(db, id), "automation");
}

export async function listAutomations(ctx: Context, query: queries.AutomationFilters & Paging & { sort?: string }) {
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listAutomations(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map(presentRow), total, page, pageSize };
}

/** The newest graph as it is stored, without secrets. */
export async function getStoredGraph({ db }: Context, { id, version }: queries.AutomationRecord): Promise<Graph> {
  return requireFound(await findVersion(db, id, version), "version").graph;
}

export async function getAutomation(ctx: Context, id: string) {
  const row = await getAutomationRecord(ctx, id);
  const [graph, secrets] = await Promise.all([getStoredGraph(ctx, row), findStoredSecrets(ctx, id)]);
  const { issues } = await checkGraph(ctx, graph, { shopId: row.shopId, use: "show", secrets });
  return presentAutomation(row, withStoredStates(graph, secrets), issues);
}

export async function createAutomation(ctx: Context, input: Static<typeof AutomationInput>) {
  const { shopId, tags = [], transactional = false } = input;
  await requireShop(ctx.db, shopId);
  if (input.recipe !== undefined && input.graph !== undefined) throw validation("recipe", accepts.withoutOther);
  const recipe = input.recipe && (await prepareRecipe(ctx, input.recipe, shopId));
  const description = input.description ?? recipe?.description ?? "";
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const options = { shopId, use: "save", secrets: new Set<string>() } as const;
      const given = input.graph === undefined ? emptyGraph : input.graph;
      const graph = recipe === undefined ? given : await writeRecipe(inner, shopId, recipe);
      const checked = await checkGraph(inner, graph, options);
      rejectErrors(checked);
      if (transactional && !fitsTransactional(checked.graph)) throw validation("transactional", accepts.transactional);
      const settings = { name: input.name.trim(), description, transactional, shopId };
      const id = await queries.insertAutomation(inner.db, settings, inner.clock.now());
      inner.db.created(id);
      await writeGraph(inner, { id, status: "draft", version: 1 }, checked);
      await setTags(inner, "automation", id, tags);
      return getAutomation(inner, id);
    }),
  );
}

export async function updateAutomation(ctx: Context, id: string, change: Static<typeof AutomationChange>) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const before = requireFound(await queries.lockAutomation(inner.db, id), "automation");
      const transactional = change.transactional ?? before.transactional;
      if (transactional !== before.transactional) await rejectTransactionalChange(inner, before);
      const name = change.name?.trim() ?? before.name;
      const description = change.description ?? before.description;
      await queries.updateAutomation(inner.db, id, { name, description, transactional }, inner.clock.now());
      if (change.tags !== undefined) await setTags(inner, "automation", id, change.tags);
      return getAutomation(inner, id);
    }),
  );
}

/** Any graph may cease to be transactional. */
async function rejectTransactionalChange(ctx: Context, before: queries.AutomationRecord): Promise<void> {
  if (!before.transactional && !fitsTransactional(await getStoredGraph(ctx, before)))
    throw validation("transactional", accepts.transactional);
  if (before.status === "active") throw conflict("status");
}

export async function deleteAutomation(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { db } = inner;
    requireFound(await queries.lockAutomationForDeletion(db, id), "automation");
    if (await hasRuns(db, id)) throw conflict("runs");
    const users = await listAutomationsUsing(db, { kind: "automation", id }, keepers.automation);
    rejectIfReferred(users.filter((user) => user.id !== id));
    await setContentUses(inner, { kind: "automation", id }, []);
    await queries.deleteAutomation(db, id);
  });
}
