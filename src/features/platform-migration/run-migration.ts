import { Type, type Static } from "typebox";
import type { Context } from "../../context.ts";
import type { ActionStep } from "../../jobs/actions.ts";
import { csvLine } from "../../kernel/csv.ts";
import { Count, Id } from "../../kernel/schema.ts";
import { truncate } from "../../kernel/text.ts";
import { listPurposes } from "../contacts/consents/queries.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { insertMigrationImport } from "../imports/migration-imports.ts";
import { getImportRecord } from "../imports/service.ts";
import { advanceImport, failImport, ImportCheckpoint } from "../imports/state-machine.ts";
import { addressColumns, contactColumns, type MigratedColumn } from "./migrated-cells.ts";
import { planPasses, type Pass } from "./passes.ts";
import * as queries from "./queries.ts";
import { firstProblems } from "./read.ts";
import { listContacts, listProfileFields, type StagedContact } from "./staged-contacts.queries.ts";
import { takeOverFields, takeOverLists } from "./take-over-references.ts";

export const MigrationCheckpoint = Type.Object({
  /** Lists and custom fields exist here. */
  hasReferences: Type.Boolean(),
  pass: Count,
  /** The last contact of the pass that is in an import. */
  after: Type.String(),
  importId: Type.Optional(Id),
  import: Type.Optional(ImportCheckpoint),
  progress: Count,
});
type MigrationCheckpoint = Static<typeof MigrationCheckpoint>;
type Step = ActionStep<MigrationCheckpoint>;

const begin: MigrationCheckpoint = { hasReferences: false, pass: 0, after: "0", progress: 0 };

/** Rows of one import. */
const importRows = 20_000;
/** The share of reading in the progress. */
const readShare = 20;

/** One step: wait for the reading, take over lists and fields, then one import after the other, each in its own steps. */
export async function advanceMigration(ctx: Context, id: string, done = begin): Promise<Step> {
  const migration = await queries.getMigration(ctx.db, id);
  if (!migration.isRead) return { progress: readProgress(migration), checkpoint: done };
  if (!done.hasReferences) return takeOverReferences(ctx, migration, done);
  if (done.importId !== undefined) return continueImport(ctx, migration, { ...done, importId: done.importId });
  const pass = planPasses(migration)[done.pass];
  return pass === undefined ? finish(ctx, migration) : beginImport(ctx, migration, { done, pass });
}

const readProgress = ({ readOffset, readTotal }: queries.MigrationRecord): number =>
  Math.min(readShare - 1, Math.floor((readShare * readOffset) / Math.max(1, readTotal ?? 0)));

/** Several imports of one pass do not move it back. */
function stepAt(migration: queries.MigrationRecord, done: MigrationCheckpoint, ofPass = 0): Step {
  const share = (done.pass + ofPass / 100) / planPasses(migration).length;
  const progress = Math.min(99, Math.max(done.progress, readShare + Math.floor((99 - readShare) * share)));
  return { progress, checkpoint: { ...done, progress } };
}

async function takeOverReferences(
  ctx: Context,
  migration: queries.MigrationRecord,
  done: MigrationCheckpoint,
): Promise<Step> {
  const lists = await takeOverLists(ctx, migration);
  const { fields, problems } = await takeOverFields(ctx, migration);
  const customFields = fields.filter(({ fieldId }) => fieldId !== undefined).length;
  await queries.updateMigration(ctx.db, migration.id, {
    lists,
    fields,
    counts: { ...migration.counts, lists: new Set(lists.map(({ listId }) => listId)).size, customFields },
    problems: firstProblems(
      migration.problems,
      problems.map((problem) => ({ ...problem, importId: null })),
    ),
  });
  return stepAt({ ...migration, lists }, { ...done, hasReferences: true });
}

async function beginImport(
  ctx: Context,
  migration: queries.MigrationRecord,
  { done, pass }: { done: MigrationCheckpoint; pass: Pass },
): Promise<Step> {
  const { db } = ctx;
  const range = { filter: pass.filter, after: done.after, limit: importRows };
  const contacts = await listContacts(db, migration.id, range);
  const last = contacts.at(-1);
  if (last === undefined) return stepAt(migration, { ...done, pass: done.pass + 1, after: "0" });
  const [purpose] = await listPurposes(db);
  if (purpose === undefined) throw new Error("the company has no purpose");
  const columns = pass.hasProfiles ? await listColumns(ctx, migration) : addressColumns;
  const name = truncate(200, `${migration.platform}: ${pass.name}`);
  const importId = await insertMigrationImport(ctx, {
    name,
    mode: pass.mode,
    targets: columns.map(({ target }) => target),
    content: writeCsv(columns, contacts),
    platform: migration.platform,
    shopId: migration.shopId,
    purposeId: purpose.id,
    listIds: pass.listIds,
  });
  const problems = invalidCells(columns, contacts).map((cell) => ({
    source: name,
    importId,
    code: "invalid",
    ...cell,
  }));
  await queries.updateMigration(db, migration.id, { importId, problems: firstProblems(migration.problems, problems) });
  return stepAt(migration, { ...done, after: last.id, importId });
}

const listColumns = async ({ db }: Context, { id, fields }: queries.MigrationRecord): Promise<MigratedColumn[]> =>
  contactColumns(await listProfileFields(db, id), fields, await listFields(db));

async function* writeCsv(
  columns: readonly MigratedColumn[],
  contacts: readonly StagedContact[],
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(columns.map(({ target }) => target)));
  for (const contact of contacts) {
    yield Buffer.from(csvLine(columns.map(({ cellOf }) => cellOf(contact) ?? "")));
  }
}

/** Values that are left out, by the row of the import's file. */
const invalidCells = (columns: readonly MigratedColumn[], contacts: readonly StagedContact[]) =>
  contacts.flatMap((contact, index) =>
    columns.flatMap(({ target, cellOf }) =>
      cellOf(contact) === undefined ? [{ row: index + 2, column: target }] : [],
    ),
  );

async function continueImport(
  ctx: Context,
  migration: queries.MigrationRecord,
  done: MigrationCheckpoint & { importId: string },
): Promise<Step> {
  const step = await advanceImport(ctx, done.importId, done.import);
  if ("progress" in step) return stepAt(migration, { ...done, import: step.checkpoint }, step.progress);
  await addResult(ctx, migration, done);
  const { importId: _importId, import: _import, ...next } = done;
  return stepAt(migration, next);
}

/** Rejections of people who refused there as well as here. */
const refusalCodes = ["unsubscribed", "bounced", "complained", "blacklisted"];

async function addResult(
  ctx: Context,
  migration: queries.MigrationRecord,
  { pass: index, importId }: MigrationCheckpoint & { importId: string },
): Promise<void> {
  const { result, name } = await getImportRecord(ctx, importId);
  const pass = planPasses(migration)[index];
  if (result === null || pass === undefined) return;
  const { counts } = migration;
  const isReported = (code: string) => pass.name === "contacts" || !refusalCodes.includes(code);
  const problems = result.problems
    .filter(({ code }) => isReported(code))
    .map((problem) => ({ ...problem, source: name, importId }));
  await queries.updateMigration(ctx.db, migration.id, {
    importId: null,
    problems: firstProblems(migration.problems, problems),
    counts: pass.hasProfiles
      ? { ...counts, created: counts.created + result.created, updated: counts.updated + result.updated }
      : counts,
  });
}

async function finish({ db, clock }: Context, migration: queries.MigrationRecord): Promise<Step> {
  const { id, platform, counts } = migration;
  const all = { ...counts, skipped: counts.contacts - counts.created - counts.updated };
  await queries.updateMigration(db, id, { state: "completed", counts: all, finishedAt: clock.now() });
  return { result: { migrationId: id, platform, ...all } };
}

/** After the last attempt. Contacts that were taken over stay. */
export async function failMigration(ctx: Context, id: string): Promise<void> {
  const migration = await queries.getMigration(ctx.db, id);
  if (migration.importId !== null) await failImport(ctx, migration.importId);
  const change = { state: "failed", importId: null, password: null, finishedAt: ctx.clock.now() } as const;
  await queries.updateMigration(ctx.db, id, change);
}
