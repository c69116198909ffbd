import type { SqlTag } from "../db/client.ts";
import { addMonths } from "../kernel/local-time.ts";

/** The journal is partitioned by month (UTC): partitions are created ahead and dropped whole after retention. */
export async function createJournalPartitions(sql: SqlTag, from: Date, to: Date): Promise<void> {
  for (let month = startOfMonth(from); month <= to; month = addMonths(month, 1)) {
    const start = dayOf(month);
    const end = dayOf(addMonths(month, 1));
    await sql.unsafe(
      `create table if not exists ${nameOf(month)} partition of journal for values from ('${start}') to ('${end}')`,
    );
  }
}

export async function dropJournalPartitionsBefore(sql: SqlTag, day: Date): Promise<string[]> {
  const oldestKept = nameOf(startOfMonth(day));
  const parts = await sql<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'journal'::regclass and c.relname < ${oldestKept} order by c.relname`;
  for (const { name } of parts) await sql`drop table ${sql(name)}`;
  return parts.map(({ name }) => name);
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const nameOf = (month: Date) => `journal_${dayOf(month).slice(0, 7).replace("-", "_")}`;
const startOfMonth = (date: Date) => new Date(`${dayOf(date).slice(0, 7)}-01T00:00:00Z`);
