import type { Context } from "../../context.ts";
import { fingerprinter } from "../../kernel/crypto.ts";
import { textColumns, type ProfileField } from "../contacts/profile.ts";
import type { Numbered } from "./csv/records.ts";
import type { Row } from "./csv/scan.ts";
import { createLabelling } from "./labels.ts";
import { insertProblems, type NewProblem } from "./queries.ts";
import type { RowPlan } from "./rows/plan.ts";
import { isRefused, readRow, type ReadRow } from "./rows/read.ts";
import { Lines } from "./rows/lines.ts";
import { Seen } from "./rows/seen.ts";
import { arrayText, copyText, insertBatch } from "./rows/staging.ts";
import { sourceOf, type Run } from "./run.ts";
import { dataRecords } from "./source.ts";

export type Staged = { rows: number; batches: number; invalid: number };

/** Rows of one batch: while they are written nobody of the company can unsubscribe, so that it has to be soon over. */
const batchRows = 8000;

/**
 * Reads the whole file once: every row is checked, made what it will be stored as, and put where the batches take it
 * from. Rows that cannot be taken are noted with what is wrong with them.
 */
export async function stageRows(ctx: Context, run: Run): Promise<Staged> {
  const { db } = ctx;
  const { id } = run.record;
  const source = await sourceOf(ctx, run.record);
  const labelling = await createLabelling(ctx, run.plan);
  const fields = fieldsOf(run.plan);
  const seen = new Seen();
  const staged: Staged = { rows: 0, batches: 0, invalid: 0 };
  const lines = new Lines();
  let problems: NewProblem[] = [];
  let flaws = 0;
  const fingerprintOf = fingerprinter(ctx.company.fingerprintKey);
  const duplicate = [{ column: run.plan.columns[run.plan.email] ?? "", code: "duplicate" }];

  const refuse = (problem: NewProblem) => {
    problems.push(problem);
    flaws += problem.flaws.length;
  };
  const take = (row: number, cells: Row) => {
    const read = readRow(run.plan, cells);
    const refused = isRefused(read) ? read : labelling.refusalOf(read);
    if (refused !== undefined) {
      const fingerprint = refused.email === undefined ? undefined : fingerprintOf(refused.email);
      refuse({ row, flaws: refused.flaws, fingerprint, cells });
      staged.invalid += 1;
    }
    if (refused !== undefined || isRefused(read)) return;
    const fingerprint = fingerprintOf(read.email);
    const earlier = seen.note(fingerprint, row);
    if (earlier !== undefined) refuse({ row: earlier, flaws: duplicate, fingerprint, cells: null });
    lines.add(lineOf({ row, read, fingerprint }, fields));
  };
  const flush = async () => {
    if (lines.count > 0) {
      await insertBatch(db, id, staged.batches, lines.take());
      staged.batches += 1;
    }
    await insertProblems(db, id, problems);
    problems = [];
    flaws = 0;
  };

  for await (const group of dataRecords(db, source)) {
    forEachRow(group, take);
    staged.rows += group.records.length;
    if (lines.count + flaws >= batchRows) await flush();
  }
  await flush();
  await labelling.save();
  return staged;
}

function forEachRow({ firstRow, records }: Numbered, take: (row: number, cells: Row) => void): void {
  let row = firstRow;
  for (const cells of records) {
    take(row, cells);
    row += 1;
  }
}

/** Fields that a row of this file can bring. */
export function fieldsOf({ profile, fullName }: RowPlan): ProfileField[] {
  const fields = profile.map(({ field }) => field);
  return fullName === undefined ? fields : [...new Set<ProfileField>([...fields, "firstName", "lastName"])];
}

type Line = { row: number; read: ReadRow; fingerprint: string };

function lineOf({ row, read, fingerprint }: Line, fields: readonly ProfileField[]): string {
  const { email, profile, customFields, tags } = read;
  const { search, nameKey } = textColumns(email, profile);
  let line = `${row}\t${email}\t\\\\x${fingerprint}\t${read.consents ? "t" : "f"}`;
  for (const field of fields) line += `\t${copyText(profile[field])}`;
  line += `\t${customFields === undefined ? "\\N" : copyText(JSON.stringify(customFields))}`;
  line += `\t${tags === undefined ? "\\N" : copyText(arrayText(tags))}`;
  return `${line}\t${copyText(search)}\t${copyText(nameKey)}\n`;
}
