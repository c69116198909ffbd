import { Type, type Static } from "typebox";
import {
  AnyObject,
  Count,
  Flag,
  Id,
  KnownText,
  Name,
  NullableId,
  NullableTime,
  OneOf,
  Text,
  Time,
  NamedObject,
} from "../../kernel/schema.ts";
import { delimiters } from "./csv/delimiter.ts";
import { encodings } from "./csv/encoding.ts";
import { maxColumns } from "./limits.ts";
import type { ProblemCode } from "./problem-codes.ts";

/** What a request may ask for; migrations from other platforms use further ones. */
const requestedKinds = ["csv", "shoptet_customers", "shoptet_newsletter"] as const;
const importKinds = [...requestedKinds, "legacy"] as const;
export type ImportKind = (typeof importKinds)[number];
export const importModes = ["upsert", "update_only", "unsubscribe", "remove", "blacklist"] as const;
const storedModes = [...importModes, "bounce", "complain"] as const;
export type ImportMode = (typeof storedModes)[number];
export const importSorts = ["id", "name", "status", "createdAt", "finishedAt"] as const;
export const importStatuses = ["queued", "running", "completed", "failed"] as const;
export const dateFormats = ["YYYY-MM-DD", "DD.MM.YYYY", "MM/DD/YYYY"] as const;
export type DateFormat = (typeof dateFormats)[number];
const invalidValueRules = ["reject_row", "leave_out"] as const;

export const ImportOptions = NamedObject("ImportOptions", {
  delimiter: Type.Optional(OneOf(delimiters)),
  encoding: Type.Optional(OneOf(encodings)),
  hasHeader: Type.Optional(Flag),
  dateFormat: Type.Optional(OneOf(dateFormats)),
  emptyOverwrites: Type.Optional(Type.Boolean({ description: "Empty values delete the values of existing contacts" })),
  consentWeak: Type.Optional(Type.Boolean({ description: "The company cannot prove these consents" })),
  invalidValues: Type.Optional({
    ...OneOf(invalidValueRules),
    description:
      "What happens to a row with a valid address and an invalid other value: it is rejected (default), or imported without the value. With emptyOverwrites it is rejected, because a value left out would delete the existing one",
  }),
});
export type ImportOptions = Static<typeof ImportOptions>;

export const ColumnMapping = Type.Array(
  Type.Object({
    column: Type.String({ minLength: 1, maxLength: 250, description: "Header, or the column's number from 1" }),
    target: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "email, a profile field, customFields.<id>, tags or ignore",
    }),
  }),
  { maxItems: maxColumns },
);
export type ColumnMapping = Static<typeof ColumnMapping>;

export const ImportProblem = NamedObject("ImportProblem", {
  row: Count,
  column: Type.String(),
  code: KnownText<ProblemCode>(),
  value: Type.Optional(
    Type.String({
      description: "Up to 100 characters, as long as the rejected rows are kept; only with options.invalidValues",
    }),
  ),
  imported: Type.Optional(Type.Boolean({ description: "The row is imported without this value" })),
});
export type ImportProblem = Static<typeof ImportProblem>;

export const ImportResult = NamedObject("ImportResult", {
  rows: Count,
  created: Count,
  updated: Count,
  unchanged: Count,
  skipped: Count,
  invalid: Count,
  notAddedToLists: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        "How many of the created, updated or unchanged contacts are missing on a list of the import, because they unsubscribed from it or opted out",
    }),
  ),
  incomplete: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        "How many of the created, updated or unchanged contacts were imported without invalid values; only with options.invalidValues",
    }),
  ),
  problems: Type.Array(ImportProblem, {
    description: "The first 100, at most 20 per row; the file of rejected rows has all",
  }),
});
export type ImportResult = Static<typeof ImportResult>;

const NullableImportResult = Type.Unsafe<ImportResult | null>({ ...ImportResult, type: ["object", "null"] });

export const Import = NamedObject("Import", {
  id: Id,
  name: Type.String(),
  source: Type.String(),
  kind: OneOf(importKinds),
  mode: OneOf(storedModes),
  status: OneOf(importStatuses),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  shopId: Id,
  purposeId: NullableId,
  listIds: Type.Array(Id),
  mapping: ColumnMapping,
  options: ImportOptions,
  runAutomations: Flag,
  fileName: Type.String(),
  rows: Count,
  result: NullableImportResult,
  createdAt: Time,
  startedAt: NullableTime,
  finishedAt: NullableTime,
});

export const ImportInput = NamedObject("ImportInput", {
  name: Name,
  source: Text(500),
  fileId: Id,
  mapping: ColumnMapping,
  mode: OneOf(importModes),
  shopId: Id,
  listIds: Type.Array(Id, { maxItems: 100 }),
  purposeId: Type.Optional(Id),
  consentConfirmed: Type.Optional(Flag),
  runAutomations: Type.Optional(Type.Boolean({ default: false })),
  options: Type.Optional(ImportOptions),
  draftId: Type.Optional(NullableId),
  kind: Type.Optional(OneOf(requestedKinds)),
  subscribersConfirmed: Type.Optional(Flag),
});
export type ImportInput = Static<typeof ImportInput>;

export const ImportPreviewInput = NamedObject("ImportPreviewInput", {
  fileId: Id,
  options: Type.Optional(ImportOptions),
  mapping: Type.Optional(ColumnMapping),
  kind: Type.Optional(OneOf(requestedKinds)),
  mode: Type.Optional(OneOf(importModes)),
});
export type ImportPreviewInput = Static<typeof ImportPreviewInput>;

export const ImportPreview = NamedObject("ImportPreview", {
  encoding: OneOf(encodings),
  delimiter: OneOf(delimiters),
  hasHeader: Flag,
  columns: Type.Array(
    Type.Object({ column: Type.String(), target: Type.String(), samples: Type.Array(Type.String()) }),
  ),
  mapping: ColumnMapping,
  counts: Type.Object({
    rows: Count,
    valid: Count,
    invalid: Count,
    incomplete: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Valid rows that are imported without invalid values; only with options.invalidValues",
      }),
    ),
    duplicates: Count,
    new: Count,
    existing: Count,
    erased: Count,
  }),
  problems: Type.Array(ImportProblem),
});

export const ImportDraftInput = NamedObject("ImportDraftInput", {
  name: Type.Optional(Text(200)),
  source: Type.Optional(Text(500)),
  step: Type.Optional(Type.Number()),
  state: Type.Optional(AnyObject),
  fileId: Type.Optional(NullableId),
  shopId: Type.Optional(NullableId),
});
export type ImportDraftInput = Static<typeof ImportDraftInput>;

export const ImportDraft = NamedObject("ImportDraft", {
  id: Id,
  name: Type.String(),
  source: Type.String(),
  step: Type.Number(),
  state: AnyObject,
  fileId: NullableId,
  shopId: NullableId,
  createdAt: Time,
  updatedAt: Time,
});

export const UploadedImportFile = NamedObject("UploadedImportFile", {
  fileId: Id,
  name: Type.String(),
  size: Count,
  encoding: OneOf(encodings),
  delimiter: OneOf(delimiters),
  hasHeader: Flag,
  columns: Type.Array(Type.String()),
  rows: Count,
});
