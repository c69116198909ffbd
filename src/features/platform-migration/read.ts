import { inTransaction, type Context } from "../../context.ts";
import type { ExportPart } from "./exported-contact.ts";
import * as queries from "./queries.ts";
import { readContactPage, readLists } from "./readers/smartemailing-api.ts";
import { decryptAccess } from "./secrets.ts";
import { countContacts, upsertContacts } from "./staged-contacts.queries.ts";

const maxProblems = 100;

export const firstProblems = (
  before: queries.MigrationRecord["problems"],
  more: queries.MigrationRecord["problems"],
): queries.MigrationRecord["problems"] => [...before, ...more].slice(0, maxProblems);

const mergeByKey = <Named extends { readonly key: string }>(before: readonly Named[], more: readonly Named[]) => [
  ...new Map([...more, ...before].map((item) => [item.key, item])).values(),
];

/** Stores a part of an export; a part that is stored again changes nothing. */
export async function storePart({ db }: Context, migration: queries.MigrationRecord, part: ExportPart): Promise<void> {
  await upsertContacts(db, migration.id, part.contacts);
  const unnamed = part.contacts.flatMap(({ lists }) => Object.keys(lists)).map((key) => ({ key, name: `List ${key}` }));
  await queries.updateMigration(db, migration.id, {
    lists: mergeByKey(migration.lists, mergeByKey(part.lists, unnamed)),
    fields: mergeByKey(migration.fields, part.fields),
    problems: firstProblems(
      migration.problems,
      part.problems.map((problem) => ({ ...problem, importId: null })),
    ),
  });
}

/** The credentials are not needed any more. */
export async function completeReading({ db }: Context, id: string): Promise<void> {
  const migration = await queries.getMigration(db, id);
  const contacts = await countContacts(db, id);
  await queries.updateMigration(db, id, { isRead: true, password: null, counts: { ...migration.counts, contacts } });
}

/**
 * Reads the next page of an API outside of any transaction and stores it. Pages are ordered by id; a page that two processes
 * read is stored by the first.
 */
export async function readNextPage(ctx: Context, id: string): Promise<void> {
  const migration = await queries.findMigration(ctx.db, id);
  const access = migration === undefined ? undefined : decryptAccess(ctx, migration);
  if (migration === undefined || access === undefined || migration.isRead) return;
  const { readOffset: from } = migration;
  const named = from === 0 ? await readLists(ctx.outbound, access) : undefined;
  const fields = named?.fields ?? migration.fields;
  const page = await readContactPage(ctx.outbound, access, { fields, offset: from });
  await inTransaction(ctx, async (inner) => {
    if (!(await queries.moveReadOffset(inner.db, id, { from, to: from + page.rows }))) return;
    if (named !== undefined) await storePart(inner, await queries.getMigration(inner.db, id), named);
    await storePart(inner, await queries.getMigration(inner.db, id), page.part);
    await queries.updateMigration(inner.db, id, { readTotal: page.total });
    if (page.rows === 0) await completeReading(inner, id);
  });
}
