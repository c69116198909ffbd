import type { Static } from "typebox";
import { inTransaction, sandboxOf, type Context } from "../../../context.ts";
import { conflictOnTakenName } from "../../../db/unique-names.ts";
import { bytesUpTo } from "../../../kernel/accepts.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import type { ContentIssue } from "../../../mail/render/content-issue.ts";
import { twigIssue } from "../../../mail/render/twig.ts";
import * as queries from "./queries.ts";
import { maxScriptBytes, type ScriptChange, type ScriptInput } from "./shapes.ts";

const presentScript = <Row extends queries.ScriptSummary>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function listScriptTemplates(ctx: Context, query: Paging & { q?: string; sort?: string }) {
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listScripts(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map(presentScript), total, page, pageSize };
}

export async function getScriptTemplate(ctx: Context, id: string) {
  const row = await queries.findScript(ctx.db, id);
  if (row === undefined) throw notFound("script_template");
  return presentScript(row);
}

/** Errors that break the script for every recipient. Runtime errors are ignored: the check has no contact and no order. */
async function findScriptIssues(ctx: Context, source: string): Promise<ContentIssue[]> {
  const [outcome] = await sandboxOf(ctx).previewTwig({ templates: { source }, contexts: [{}] });
  if (outcome === undefined || outcome.ok || outcome.failure.reason === "runtime") return [];
  return [twigIssue(outcome.failure)];
}

/** Rejects a broken script when it is saved, not when an e-mail uses it. */
async function rejectBrokenScript(ctx: Context, source: string): Promise<void> {
  const bytes = Buffer.byteLength(source);
  if (bytes > maxScriptBytes) throw validation("source", { bytes, ...bytesUpTo(maxScriptBytes) });
  const issues = await findScriptIssues(ctx, source);
  if (issues.length > 0) throw validation("source", { issues });
}

export async function createScriptTemplate(ctx: Context, { name, source, description }: Static<typeof ScriptInput>) {
  await rejectBrokenScript(ctx, source);
  const script = { name: name.trim(), source, description: (description ?? "").trim(), createdAt: ctx.clock.now() };
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const id = await queries.insertScript(inner.db, script);
      inner.db.created(id);
      return getScriptTemplate(inner, id);
    }),
  );
}

export async function updateScriptTemplate(ctx: Context, id: string, change: Static<typeof ScriptChange>) {
  if (change.source !== undefined) await rejectBrokenScript(ctx, change.source);
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const before = await queries.lockScript(inner.db, id);
      if (before === undefined) throw notFound("script_template");
      await queries.updateScript(inner.db, id, {
        name: change.name?.trim() ?? before.name,
        source: change.source ?? before.source,
        description: change.description === undefined ? before.description : (change.description ?? "").trim(),
        updatedAt: inner.clock.now(),
      });
      return getScriptTemplate(inner, id);
    }),
  );
}

export async function deleteScriptTemplate(ctx: Context, id: string): Promise<void> {
  if (!(await ctx.db.transaction((db) => queries.deleteScript(db, id)))) throw notFound("script_template");
}
