import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { conflictOnTakenName } from "../../../db/unique-names.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { notFound, validation } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { checkMjml } from "./check-mjml.ts";
import * as queries from "./queries.ts";
import type { EditorElement, EditorElementChange, EditorElementInput, ElementKind } from "./shapes.ts";

const maxElements = 500;

const presentElement = (row: queries.ElementRecord): Static<typeof EditorElement> => ({
  ...row,
  category: row.category === "" ? null : row.category,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export async function listEditorElements(ctx: Context, query: queries.ElementFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = toPage(query);
  const { total, rows } = await queries.listElements(ctx.db, { ...query, limit: pageSize, offset });
  return { items: rows.map(presentElement), total, page, pageSize };
}

async function getElementRecord({ db }: Context, id: string): Promise<queries.ElementRecord> {
  const found = await queries.findElement(db, id);
  if (found === undefined) throw notFound("element");
  return found;
}

const getEditorElement = async (ctx: Context, id: string) => presentElement(await getElementRecord(ctx, id));

/** A section is saved as a section and a block as a block; a column has no blocks of its own. */
function requireFittingContent(kind: ElementKind, content: Readonly<Record<string, unknown>> | null): void {
  if (content === null) return;
  if (kind === "column" || (kind === "section") !== (content["kind"] === "section"))
    throw validation("content", { reason: "kind", ...accepts.marking });
}

export async function createEditorElement(ctx: Context, input: Static<typeof EditorElementInput>) {
  const { kind, mjml, content = null } = input;
  requireFittingContent(kind, content);
  await checkMjml(ctx, kind, mjml);
  const element = { name: input.name.trim(), category: input.category?.trim() ?? "", kind, mjml, content };
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await queries.lockElements(inner.db);
      if ((await queries.countElements(inner.db)) >= maxElements)
        throw validation("limit", { limit: maxElements, max: maxElements, unit: "elements" });
      const id = await queries.insertElement(inner.db, element, inner.clock.now());
      inner.db.created(id);
      return getEditorElement(inner, id);
    }),
  );
}

export async function updateEditorElement(ctx: Context, id: string, change: Static<typeof EditorElementChange>) {
  const before = await getElementRecord(ctx, id);
  // Compiles outside the transaction: compiling is slow.
  if (change.mjml !== undefined || change.kind !== undefined) {
    await checkMjml(ctx, change.kind ?? before.kind, change.mjml ?? before.mjml);
  }
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await queries.lockElement(inner.db, id);
      const { name, category, kind, mjml, content } = await getElementRecord(inner, id);
      const element = {
        name: change.name?.trim() ?? name,
        category: change.category === undefined ? category : (change.category?.trim() ?? ""),
        kind: change.kind ?? kind,
        mjml: change.mjml ?? mjml,
        content: change.content ?? (change.content === null || change.mjml !== undefined ? null : content),
      };
      requireFittingContent(element.kind, element.content);
      await queries.updateElement(inner.db, id, element, inner.clock.now());
      return getEditorElement(inner, id);
    }),
  );
}

export async function deleteEditorElement({ db }: Context, id: string): Promise<void> {
  if (!(await db.transaction((inner) => queries.deleteElement(inner, id)))) throw notFound("element");
}
