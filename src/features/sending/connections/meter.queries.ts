import type { TenantDb } from "../../../db/tenant.ts";
import type { Meter } from "./meter.ts";

/** Counts messages of a connection without limits, in one statement. */
export async function countSent(
  { sql, tenantId }: TenantDb,
  id: string,
  { day, count }: { readonly day: string; readonly count: number },
): Promise<void> {
  await sql`
    update sending_connection_meter m set
      sent = case when m.day < ${day}::date then greatest(${count}::int, 0) else greatest(m.sent + ${count}::int, 0) end,
      day = greatest(m.day, ${day}::date)
    where m.tenant_id = ${tenantId} and m.connection_id = ${id}`;
}

type MeterRow = { day: string; sent: number; tokens: number; tokensAt: Date; minutes: [number, number][] };

/** One transaction for all workers: reads the meter, decides, and writes it. */
export async function changeMeter<Result extends { readonly meter: Meter }>(
  db: TenantDb,
  id: string,
  change: (meter: Meter) => Result,
): Promise<Result | undefined> {
  const { tenantId } = db;
  return db.transaction(async ({ sql }) => {
    const [row] = await sql<MeterRow[]>`
      select day::text as day, sent, tokens, tokens_at, minutes from sending_connection_meter
      where tenant_id = ${tenantId} and connection_id = ${id} for update`;
    if (row === undefined) return undefined;
    const changed = change({ ...row, tokensAt: row.tokensAt.getTime() });
    const { day, sent, tokens, tokensAt, minutes } = changed.meter;
    await sql`
      update sending_connection_meter set day = ${day}, sent = ${sent}, tokens = ${tokens}, tokens_at = ${new Date(tokensAt)},
        minutes = ${JSON.stringify(minutes)}::jsonb
      where tenant_id = ${tenantId} and connection_id = ${id}`;
    return changed;
  });
}
