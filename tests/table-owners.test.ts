import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { features } from "../src/registry/features.ts";
import { sourceFiles, sourceRoot, withoutComments } from "./harness/source-files.ts";

/** Every table has one owner. Only files in the owner's folder write it; others call the owner. */
const platformTables: Readonly<Record<string, readonly string[]>> = {
  db: ["dropped_foreign_key"],
  journal: [
    "audit_count",
    "audit_entry",
    "audit_head",
    "audit_seal",
    "journal",
    "journal_cursor",
    "journal_reader",
    "parked_journal_entry",
  ],
  jobs: ["background_action", "notification", "queue_schema_version", "sent_job"],
  http: ["idempotency", "person_rate_bucket", "rate_bucket", "untrusted_proxy"],
  storage: ["stored_file", "stored_file_part"],
};

/** A restore copies every table of the archive, whatever its name; the deletion of a company empties every table of it. */
const writersOfAnyTable = ["backup/queries.ts", "jobs/company-rows.queries.ts"];

/** Writes that still have to move to the owner of the table. An entry that is no longer needed fails the test. */
const foreignWrites: Readonly<Record<string, readonly string[]>> = {
  // The demo inserts years of history in bulk, which no service could write.
  "demo/automations/queries.ts": ["automation_pass", "automation_run", "message", "message_state_count"],
  "demo/queries.ts": [
    "campaign",
    "company",
    "consent",
    "consent_event",
    "contact",
    "contact_order_total",
    "contact_send_summary",
    "form",
    "form_signup",
    "form_view",
    "journal_cursor",
    "label",
    "label_assignment",
    "notification",
    "person",
    "purpose",
    "shop",
    "suppression",
  ],
};

function readCatalogue(): Set<string> {
  const folder = path.join(sourceRoot, "db/migrations");
  const tables = new Set<string>();
  for (const file of readdirSync(folder).toSorted()) {
    const text = readFileSync(path.join(folder, file), "utf8");
    const change =
      /create (?:unlogged )?table (?:if not exists )?([a-z_]+)|drop table (?:if exists )?([a-z_]+)|alter table (?:if exists )?([a-z_]+) rename to ([a-z_]+)/g;
    for (const [, created, dropped, from, to] of text.matchAll(change)) {
      if (created !== undefined) tables.add(created);
      if (dropped !== undefined) tables.delete(dropped);
      if (from === undefined || to === undefined) continue;
      tables.delete(from);
      tables.add(to);
    }
  }
  return tables;
}

const catalogue = readCatalogue();

const owners = [
  ...features.map(({ name, tables }) => ({ folder: `features/${name}/`, tables })),
  ...Object.entries(platformTables).map(([room, tables]) => ({ folder: `${room}/`, tables })),
];

const findOwner = (table: string): string | undefined => owners.find(({ tables }) => tables.includes(table))?.folder;

const write =
  /\b(?:insert into|delete from|merge into|truncate(?: table)?|update(?: only)?|alter table)\s+([a-z_]+)\b|\bcopy\s+([a-z_]+)\s*(?:\(|from|to)/g;

/** The table of staged rows has another name on a cluster. */
const textOf = (file: string): string =>
  withoutComments(file).replaceAll(/\$\{(?:toFragment\([\w.]+, )?stagedRow\(db\)\)?\}/g, "staged_row");

const writtenTables = (file: string): string[] => [
  ...new Set(
    [...textOf(file).matchAll(write)]
      .map(([, table = "", copied = table]) => copied)
      .filter((table) => catalogue.has(table)),
  ),
];

const findForeignWrites = (file: string): string[] =>
  writtenTables(file)
    .filter((table) => !file.startsWith(findOwner(table) ?? "?"))
    .toSorted();

it("gives every table of the migrations exactly one owner", () => {
  const owned = owners.flatMap(({ tables }) => tables);
  expect(owned.toSorted()).toEqual([...catalogue].toSorted());
});

it("lets only the owner of a table write it", () => {
  const found = sourceFiles
    .map((file) => [file, findForeignWrites(file)] as const)
    .filter(([, tables]) => tables.length > 0);
  expect(Object.fromEntries(found)).toEqual(foreignWrites);
});

it("names the table in every statement that writes one", () => {
  const dynamic = /\b(?:insert into|delete from|merge into|truncate|update|copy)\s+\$\{/;
  expect(sourceFiles.filter((file) => dynamic.test(textOf(file)))).toEqual(writersOfAnyTable);
});
