import type { Context } from "../../context.ts";
import { arrayLiteral } from "../../db/array-literal.ts";
import { fingerprinter } from "../../kernel/crypto.ts";
import type { ProfileField } from "../../kernel/contact-columns.ts";
import { findShopLanguage } from "../contacts/language.queries.ts";
import { searchTextColumns } from "../contacts/profile.ts";
import type { NumberedRecords } from "./csv/records.ts";
import type { CsvRow } from "./csv/scan.ts";
import { createLabelCollector } from "./label-collector.ts";
import { insertProblemRows, type NewProblemRow } from "./queries.ts";
import type { RowPlan } from "./rows/row-plan.ts";
import { isInvalidRow, parseRow, type CellError, type ParsedRow } from "./rows/parse-row.ts";
import { CopyBuffer } from "./rows/copy-buffer.ts";
import { DuplicateIndex } from "./rows/duplicate-index.ts";
import { fillDerivedFields, hasNames, planDerivation, type FieldDerivation } from "./rows/derived-fields.ts";
import { batchRows, copyText, insertBatch, stagedColumns } from "./rows/staging.queries.ts";
import { openImportSource, type ImportRun } from "./import-run.ts";
import { dataRecords } from "./csv-source.ts";

export type StagedCounts = { rows: number; batches: number; invalid: number };

/** Reads the file once: validates every row and stages it in a batch, or stores it as rejected with its errors. */
export async function validateAndStageRows(ctx: Context, run: ImportRun): Promise<StagedCounts> {
  const { db } = ctx;
  const { id } = run.record;
  const source = await openImportSource(ctx, run.record);
  const labels = await createLabelCollector(ctx, run.plan);
  const layout = await planLines(ctx, run);
  const duplicates = new DuplicateIndex();
  const staged: StagedCounts = { rows: 0, batches: 0, invalid: 0 };
  const buffer = new CopyBuffer();
  const problems = new Map<number, NewProblemRow>();
  let errorCount = 0;
  const toFingerprint = fingerprinter(ctx.company.fingerprintKey);
  const duplicate: CellError[] = [{ column: run.plan.columns[run.plan.email] ?? "", code: "duplicate" }];

  const report = (problem: NewProblemRow) => {
    problems.set(problem.row, problem);
    errorCount += problem.errors.length;
  };
  const stageRow = (row: number, cells: CsvRow) => {
    const parsed = parseRow(run.plan, cells);
    const read = isInvalidRow(parsed) ? parsed : labels.validateRow(parsed);
    if (isInvalidRow(read)) {
      const fingerprint = read.email === undefined ? undefined : toFingerprint(read.email);
      report({ row, errors: read.errors, fingerprint, cells, isImported: false });
      staged.invalid += 1;
      return;
    }
    const fingerprint = toFingerprint(read.email);
    if (read.leftOut.length > 0) report({ row, errors: read.leftOut, fingerprint, cells, isImported: true });
    const earlier = duplicates.record(fingerprint, row);
    if (earlier !== undefined) report({ row: earlier, errors: duplicate, fingerprint, cells: null, isImported: false });
    buffer.add(copyLine({ row, read, fingerprint }, layout));
  };
  const flush = async () => {
    if (buffer.count > 0) {
      await insertBatch(db, id, { batch: staged.batches, columns: layout.columns, lines: buffer.take() });
      staged.batches += 1;
    }
    await insertProblemRows(db, id, [...problems.values()]);
    problems.clear();
    errorCount = 0;
  };

  for await (const group of dataRecords(db, source)) {
    forEachRow(group, stageRow);
    staged.rows += group.records.length;
    if (buffer.count + errorCount >= batchRows) await flush();
  }
  await flush();
  await labels.insertMissing();
  return staged;
}

function forEachRow({ firstRow, records }: NumberedRecords, take: (row: number, cells: CsvRow) => void): void {
  let row = firstRow;
  for (const cells of records) {
    take(row, cells);
    row += 1;
  }
}

/** Profile fields that the mapping fills. */
export function mappedFields({ profile, fullName }: RowPlan): ProfileField[] {
  const fields = profile.map(({ field }) => field);
  return fullName === undefined ? fields : [...new Set<ProfileField>([...fields, "firstName", "lastName"])];
}

/** The columns of the staged lines. */
type LineLayout = {
  readonly columns: readonly string[];
  readonly fields: readonly ProfileField[];
  /** Only if the import may create contacts and has their names. */
  readonly derivation: FieldDerivation | undefined;
};

async function planLines({ db }: Context, { plan, record }: ImportRun): Promise<LineLayout> {
  const mapped = mappedFields(plan);
  if (record.mode !== "upsert" || !hasNames(mapped))
    return { columns: stagedColumns(mapped), fields: mapped, derivation: undefined };
  const derivation = planDerivation(mapped, await findShopLanguage(db, record.shopId));
  const fields = [...mapped, ...derivation.added];
  const optional = derivation.mapped.length === 0 ? [] : (["derived"] as const);
  return { columns: stagedColumns(fields, optional), fields, derivation };
}

type CopyLine = { row: number; read: ParsedRow; fingerprint: string };

function copyLine({ row, read, fingerprint }: CopyLine, { fields, derivation }: LineLayout): string {
  const { email, profile, customFields, tags } = read;
  const { search, nameKey } = searchTextColumns(email, profile);
  const derived = derivation && fillDerivedFields(profile, derivation);
  let line = `${row}\t${email}\t\\\\x${fingerprint}\t${read.consents ? "t" : "f"}`;
  for (const field of fields) line += `\t${copyText(profile[field])}`;
  line += `\t${customFields === undefined ? "\\N" : copyText(JSON.stringify(customFields))}`;
  line += `\t${tags === undefined ? "\\N" : copyText(arrayLiteral(tags))}`;
  if (derived !== undefined) line += `\t${derived.length === 0 ? "\\N" : arrayLiteral(derived)}`;
  return `${line}\t${copyText(search)}\t${copyText(nameKey)}\n`;
}
