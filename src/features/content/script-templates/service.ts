import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { refuseTakenName } from "../../../db/names.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import * as queries from "./queries.ts";
import { maxScriptBytes, type ScriptChange, type ScriptInput } from "./shapes.ts";
import { findScriptIssues } from "./syntax.ts";

const present = <Row extends queries.ScriptSummary>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function list(ctx: Context, query: Paging & { q?: string; sort?: string }) {
  const { page, pageSize, offset } = pageOf(query);
  const { total, rows } = await queries.listScripts(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map(present), total, page, pageSize };
}

export async function get(ctx: Context, id: string) {
  const row = await queries.findScript(ctx.db, id);
  if (row === undefined) throw notFound("script_template");
  return present(row);
}

/** A script that cannot run is refused by who writes it, not by the e-mail that needs it. */
async function refuseBroken(ctx: Context, source: string): Promise<void> {
  const bytes = Buffer.byteLength(source);
  if (bytes > maxScriptBytes) throw validation("source", { bytes, max: maxScriptBytes });
  const issues = await findScriptIssues(ctx, source);
  if (issues.length > 0) throw validation("source", { issues });
}

export async function create(ctx: Context, { name, source, description }: Static<typeof ScriptInput>) {
  await refuseBroken(ctx, source);
  const script = { name: name.trim(), source, description: (description ?? "").trim(), createdAt: ctx.clock.now() };
  return get(ctx, await refuseTakenName(queries.insertScript(ctx.db, script)));
}

export async function update(ctx: Context, id: string, change: Static<typeof ScriptChange>) {
  if (change.source !== undefined) await refuseBroken(ctx, change.source);
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      const known = await queries.lockScript(inner.db, id);
      if (known === undefined) throw notFound("script_template");
      await queries.updateScript(inner.db, id, {
        name: change.name?.trim() ?? known.name,
        source: change.source ?? known.source,
        description: change.description === undefined ? known.description : (change.description ?? "").trim(),
        updatedAt: inner.clock.now(),
      });
      return get(inner, id);
    }),
  );
}

export async function remove(ctx: Context, id: string): Promise<void> {
  if (!(await queries.deleteScript(ctx.db, id))) throw notFound("script_template");
}
