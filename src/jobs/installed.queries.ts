import type { SqlTag } from "../db/client.ts";

type Installed = { readonly part: "queues" | "build" | "webhook_headers"; readonly fingerprint: string };

/** False as well when the schema of the queues is missing. */
export async function isInstalled(
  { sql }: { readonly sql: SqlTag },
  { part, fingerprint }: Installed,
): Promise<boolean> {
  const [found] = await sql`
    select from queue_schema_version
    where part = ${part} and fingerprint = ${fingerprint} and to_regclass('pgboss.job') is not null`;
  return found !== undefined;
}

export async function saveInstalled(
  { sql }: { readonly sql: SqlTag },
  { part, fingerprint }: Installed,
): Promise<void> {
  await sql`
    insert into queue_schema_version (part, fingerprint) values (${part}, ${fingerprint})
    on conflict (part) do update set fingerprint = excluded.fingerprint`;
}
