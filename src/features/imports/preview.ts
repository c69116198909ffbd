import type { Context } from "../../context.ts";
import { fingerprinter } from "../../kernel/crypto.ts";
import { unguarded } from "../../kernel/csv.ts";
import { cutTo } from "../../kernel/text.ts";
import { listFields } from "../contacts/fields/queries.ts";
import type { Row } from "./csv/scan.ts";
import { columnFinder } from "./csv/columns.ts";
import { proposeMapping } from "./mapping/propose.ts";
import { labelNamesFor } from "./labels.ts";
import { countKnown, type Address } from "./known.ts";
import { planRows, type RowPlan } from "./rows/plan.ts";
import { isRefused, readRow, type Flaw } from "./rows/read.ts";
import { Seen } from "./rows/seen.ts";
import { getFile, mappingOf } from "./service.ts";
import type { Mapping, PreviewInput, Problem } from "./shapes.ts";
import { dataRecords, openSource, type Source } from "./source.ts";

const sampleRows = 5;
const shownProblems = 100;
const lookupCount = 5000;

/** What an import of the file would meet, before anything is changed. */
export async function preview(ctx: Context, body: PreviewInput) {
  const { options = {}, kind = "csv", mode = "upsert" } = body;
  const source = await openSource(ctx.db, await getFile(ctx, body.fileId), options);
  const [samples, fields] = await Promise.all([firstRows(ctx, source), listFields(ctx.db)]);
  const { columns } = source;
  const given = body.mapping ?? (kind === "csv" ? proposeMapping({ columns, samples }, fields) : []);
  const mapping = mappingOf(kind, columns, given);
  const hasAddresses = body.mapping !== undefined || mapping.some(({ target }) => target === "email");
  const labels = await labelNamesFor(ctx.db, mapping);
  const plan = hasAddresses ? planRows({ columns, mapping, fields, options, kind, mode, labels }) : undefined;
  const { counts, problems } = await survey(ctx, source, plan);
  const targets = targetsOf(columns, mapping);
  return {
    encoding: source.encoding,
    delimiter: source.delimiter,
    hasHeader: source.hasHeader,
    columns: columns.map((column, index) => ({
      column,
      target: targets.get(index) ?? "ignore",
      samples: samples.map((cells) => cutTo(200, unguarded(cells[index] ?? ""))),
    })),
    mapping,
    counts,
    problems,
  };
}

function targetsOf(columns: readonly string[], mapping: Mapping): Map<number | undefined, string> {
  const find = columnFinder(columns);
  return new Map(mapping.map(({ column, target }) => [find(column), target]));
}

async function firstRows({ db }: Context, source: Source): Promise<string[][]> {
  const samples: string[][] = [];
  for await (const { records } of dataRecords(db, source)) {
    samples.push(...records.slice(0, sampleRows - samples.length));
    if (samples.length === sampleRows) break;
  }
  return samples;
}

/** Without a column of addresses there is not one row that could be taken. */
async function survey(ctx: Context, source: Source, plan: RowPlan | undefined) {
  const seen = new Seen();
  const counts = { rows: 0, valid: 0, invalid: 0, duplicates: 0, new: 0, existing: 0, erased: 0 };
  const problems: Problem[] = [];
  const note = (row: number, flaws: readonly Flaw[]) => {
    for (const flaw of flaws) if (problems.length < shownProblems) problems.push({ row, ...flaw });
  };
  const fingerprintOf = fingerprinter(ctx.company.fingerprintKey);
  let waiting: Address[] = [];
  const look = async () => {
    const known = await countKnown(ctx.db, waiting);
    counts.existing += known.existing;
    counts.erased += known.erased;
    counts.new += waiting.length - known.existing - known.erased;
    waiting = [];
  };
  const take = (row: number, cells: Row) => {
    const read =
      plan === undefined ? { flaws: [{ column: "", code: "email" }], email: undefined } : readRow(plan, cells);
    if (isRefused(read)) {
      counts.invalid += 1;
      note(row, read.flaws);
      return;
    }
    const fingerprint = fingerprintOf(read.email);
    if (seen.note(fingerprint, row) !== undefined) {
      counts.duplicates += 1;
      return;
    }
    counts.valid += 1;
    waiting.push({ email: read.email, fingerprint });
  };
  for await (const { firstRow, records } of dataRecords(ctx.db, source)) {
    counts.rows += records.length;
    records.forEach((cells, index) => take(firstRow + index, cells));
    if (waiting.length >= lookupCount) await look();
  }
  await look();
  return { counts, problems };
}
