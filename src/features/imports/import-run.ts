import type { Context } from "../../context.ts";
import { existing } from "../../kernel/accepts.ts";
import { validation } from "../../kernel/errors.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { findImportFile } from "./files/queries.ts";
import { labelNamesForMapping } from "./label-collector.ts";
import { findImport, type ImportRecord } from "./queries.ts";
import { planRows, type RowPlan } from "./rows/row-plan.ts";
import { openCsvSource, type CsvSource } from "./csv-source.ts";

/** A running import. */
export type ImportRun = { readonly record: ImportRecord; readonly plan: RowPlan };

export async function loadImportRun({ db }: Context, importId: string): Promise<ImportRun> {
  const record = await findImport(db, importId);
  if (record === undefined) throw new Error(`expected the import ${importId} to exist`);
  const fields = await listFields(db);
  const { columns, options, kind, mode } = record;
  // A custom field may have been deleted after the import was created.
  const mapping = record.mapping.map(({ column, target }) => {
    const isGone = target.startsWith("customFields.") && !fields.some(({ id }) => target === `customFields.${id}`);
    return { column, target: isGone ? "ignore" : target };
  });
  const labels = await labelNamesForMapping(db, mapping);
  return { record, plan: planRows({ columns, mapping, fields, options, kind, mode, labels }) };
}

export async function openImportSource({ db }: Context, { fileId, options }: ImportRecord): Promise<CsvSource> {
  const file = fileId === null ? undefined : await findImportFile(db, fileId);
  if (file === undefined) throw validation("fileId", existing("file"));
  return openCsvSource(db, file, options);
}
