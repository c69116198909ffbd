import type { SqlHandle } from "../db/tenant.ts";
import { addMs, days } from "../kernel/local-time.ts";

export async function upsertUntrustedProxy({ sql }: SqlHandle, at: Date): Promise<void> {
  await sql`
    insert into untrusted_proxy (seen_at) values (${at})
    on conflict (only_row) do update set seen_at = greatest(untrusted_proxy.seen_at, excluded.seen_at)`;
}

const rememberedDays = 7;

/** A proxy that was removed is forgotten. False before the migrations, which a process does not wait for. */
export async function wasUntrustedProxySeen({ sql }: SqlHandle, now: Date): Promise<boolean> {
  const [table] = await sql`select where to_regclass('public.untrusted_proxy') is not null`;
  if (table === undefined) return false;
  const rows = await sql`select from untrusted_proxy where seen_at > ${addMs(now, -days(rememberedDays))}`;
  return rows.length === 1;
}
