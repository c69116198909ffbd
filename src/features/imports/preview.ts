import type { Context } from "../../context.ts";
import { fingerprinter } from "../../kernel/crypto.ts";
import { unescapeFormula } from "../../kernel/csv.ts";
import { truncate } from "../../kernel/text.ts";
import { listFields } from "../contacts/fields/queries.ts";
import type { CsvRow } from "./csv/scan.ts";
import { columnFinder } from "./csv/columns.ts";
import { proposeMapping } from "./mapping/propose.ts";
import { labelNamesForMapping } from "./label-collector.ts";
import { countKnownAddresses, type FingerprintedAddress } from "./references.queries.ts";
import { planRows, type RowPlan } from "./rows/row-plan.ts";
import { isInvalidRow, parseRow, type CellError, type InvalidRow, type ParsedRow } from "./rows/parse-row.ts";
import { shownValue } from "./rows/shown-value.ts";
import { DuplicateIndex } from "./rows/duplicate-index.ts";
import { getUnclaimedFile, effectiveMapping } from "./service.ts";
import type { ColumnMapping, ImportPreviewInput, ImportProblem } from "./shapes.ts";
import { dataRecords, openCsvSource, type CsvSource } from "./csv-source.ts";

const sampleRows = 5;
const maxShownProblems = 100;
const lookupBatchRows = 5000;

/** Counts and problems of an import of the file, without changing anything. */
export async function previewImport(ctx: Context, body: ImportPreviewInput) {
  const { options = {}, kind = "csv", mode = "upsert" } = body;
  const source = await openCsvSource(ctx.db, await getUnclaimedFile(ctx, body.fileId), options);
  const [samples, fields] = await Promise.all([firstRows(ctx, source), listFields(ctx.db)]);
  const { columns } = source;
  const given = body.mapping ?? (kind === "csv" ? proposeMapping({ columns, samples }, fields) : []);
  const mapping = effectiveMapping(kind, columns, given);
  const hasAddresses = body.mapping !== undefined || mapping.some(({ target }) => target === "email");
  const labels = await labelNamesForMapping(ctx.db, mapping);
  const plan = hasAddresses ? planRows({ columns, mapping, fields, options, kind, mode, labels }) : undefined;
  const { counts, problems } = await analyzeRows(ctx, source, {
    plan,
    withValues: options.invalidValues !== undefined,
  });
  const targets = mapTargets(columns, mapping);
  return {
    encoding: source.encoding,
    delimiter: source.delimiter,
    hasHeader: source.hasHeader,
    columns: columns.map((column, index) => ({
      column,
      target: targets.get(index) ?? "ignore",
      samples: samples.map((cells) => truncate(200, unescapeFormula(cells[index] ?? ""))),
    })),
    mapping,
    counts,
    problems,
  };
}

function mapTargets(columns: readonly string[], mapping: ColumnMapping): Map<number | undefined, string> {
  const find = columnFinder(columns);
  return new Map(mapping.map(({ column, target }) => [find(column), target]));
}

async function firstRows({ db }: Context, source: CsvSource): Promise<string[][]> {
  const samples: string[][] = [];
  for await (const { records } of dataRecords(db, source)) {
    samples.push(...records.slice(0, sampleRows - samples.length));
    if (samples.length === sampleRows) break;
  }
  return samples;
}

type RowProblems = { errors: readonly CellError[]; isImported: boolean };

type Analysis = { plan: RowPlan | undefined; withValues: boolean };

/** Without a plan, that is without a column of addresses, every row is invalid. */
async function analyzeRows(ctx: Context, source: CsvSource, { plan, withValues }: Analysis) {
  const duplicates = new DuplicateIndex();
  const counts = { rows: 0, valid: 0, invalid: 0, duplicates: 0, new: 0, existing: 0, erased: 0 };
  const problems: ImportProblem[] = [];
  const addProblems = (row: number, cells: CsvRow, { errors, isImported }: RowProblems) => {
    for (const { column, code } of errors.slice(0, maxShownProblems - problems.length)) {
      const value = withValues ? shownValue({ columns: source.columns, cells, column }) : {};
      problems.push({ row, column, code, ...value, ...(isImported ? { imported: true } : {}) });
    }
  };
  const incompleteRows = new Set<number>();
  const toFingerprint = fingerprinter(ctx.company.fingerprintKey);
  let pendingLookups: FingerprintedAddress[] = [];
  const countPending = async () => {
    const known = await countKnownAddresses(ctx.db, pendingLookups);
    counts.existing += known.existing;
    counts.erased += known.erased;
    counts.new += pendingLookups.length - known.existing - known.erased;
    pendingLookups = [];
  };
  const analyzeRow = (row: number, cells: CsvRow) => {
    const read: ParsedRow | InvalidRow =
      plan === undefined ? { errors: [{ column: "", code: "email" }], email: undefined } : parseRow(plan, cells);
    if (isInvalidRow(read)) {
      counts.invalid += 1;
      addProblems(row, cells, { errors: read.errors, isImported: false });
      return;
    }
    if (read.leftOut.length > 0) {
      incompleteRows.add(row);
      addProblems(row, cells, { errors: read.leftOut, isImported: true });
    }
    const fingerprint = toFingerprint(read.email);
    const earlier = duplicates.record(fingerprint, row);
    if (earlier !== undefined) {
      counts.duplicates += 1;
      incompleteRows.delete(earlier);
      return;
    }
    counts.valid += 1;
    pendingLookups.push({ email: read.email, fingerprint });
  };
  for await (const { firstRow, records } of dataRecords(ctx.db, source)) {
    counts.rows += records.length;
    records.forEach((cells, index) => analyzeRow(firstRow + index, cells));
    if (pendingLookups.length >= lookupBatchRows) await countPending();
  }
  await countPending();
  const incomplete = withValues ? { incomplete: incompleteRows.size } : {};
  return { counts: { ...counts, ...incomplete }, problems };
}
