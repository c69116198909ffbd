import { Type } from "typebox";
import { Count, Id, NullableId, NullableTime, OneOf, Time, NamedObject } from "../../kernel/schema.ts";
import { platforms } from "./exported-contact.ts";

export const migrationStates = ["running", "completed", "failed"] as const;

export const MigrationCounts = NamedObject("MigrationCounts", {
  contacts: Type.Integer({ minimum: 0, description: "People in the export" }),
  created: Count,
  updated: Count,
  skipped: Count,
  lists: Count,
  customFields: Count,
});

const migration = {
  id: Id,
  platform: OneOf(platforms),
  state: OneOf(migrationStates),
  startedAt: Time,
  finishedAt: NullableTime,
  counts: MigrationCounts,
};

export const Legacy = NamedObject("LegacyData", {
  state: OneOf(["none", ...migrationStates]),
  migrations: Type.Array(Type.Object(migration), { description: "Newest first" }),
});

export const MigrationProblem = NamedObject("MigrationProblem", {
  source: Type.String({ description: "File or part of the export, or the name of the import" }),
  row: Count,
  column: Type.String(),
  code: Type.String(),
  importId: NullableId,
});

export const Migration = NamedObject("LegacyMigration", {
  ...migration,
  problems: Type.Array(MigrationProblem, { description: "The first 100; imports keep all rejected rows for 30 days" }),
});
