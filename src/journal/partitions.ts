import type { SqlTag } from "../db/client.ts";
import { addMonths } from "../kernel/local-time.ts";

/**
 * The journal is partitioned by month (UTC): partitions are created ahead and dropped whole after retention, by
 * functions that run as the owner of the tables.
 */
export async function createJournalPartitions(sql: SqlTag, from: Date, to: Date): Promise<void> {
  for (let month = startOfMonth(from); month <= to; month = addMonths(month, 1)) {
    await sql`select create_journal_partition(${toDay(month)}::date)`;
  }
}

export async function dropJournalPartitionsBefore(sql: SqlTag, day: Date): Promise<string[]> {
  const dropped = await sql<{ name: string }[]>`
    select name from drop_journal_partitions_before(${toDay(day)}::date) as name`;
  return dropped.map(({ name }) => name);
}

const toDay = (date: Date) => date.toISOString().slice(0, 10);
const startOfMonth = (date: Date) => new Date(`${toDay(date).slice(0, 7)}-01T00:00:00Z`);
