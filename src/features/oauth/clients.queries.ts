import type { SystemDb } from "../../db/tenant.ts";

export type ClientRecord = {
  id: string;
  clientId: string;
  name: string;
  redirectUris: string[];
  secretHash: Buffer | null;
  documentFetchedAt: Date | null;
};

export async function findClient(db: SystemDb, clientId: string): Promise<ClientRecord | undefined> {
  const [row] = await db.sql<ClientRecord[]>`
    select id, client_id, name, redirect_uris, secret_hash, document_fetched_at
    from oauth_client where client_id = ${clientId}`;
  return row;
}

export type NewClient = {
  clientId: string;
  name: string;
  redirectUris: readonly string[];
  secretHash: Buffer | null;
  at: Date;
};

export async function insertClient(db: SystemDb, client: NewClient): Promise<void> {
  await db.sql`
    insert into oauth_client (client_id, name, redirect_uris, secret_hash, created_at)
    values (${client.clientId}, ${client.name}, ${[...client.redirectUris]}, ${client.secretHash}, ${client.at})`;
}

export type ClientDocument = { clientId: string; name: string; redirectUris: readonly string[]; at: Date };

export async function upsertDocumentClient(db: SystemDb, document: ClientDocument): Promise<void> {
  await db.sql`
    insert into oauth_client (client_id, name, redirect_uris, created_at, document_fetched_at)
    values (${document.clientId}, ${document.name}, ${[...document.redirectUris]}, ${document.at}, ${document.at})
    on conflict (client_id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
      document_fetched_at = excluded.document_fetched_at`;
}

/** Clients without a grant. */
export async function deleteUnusedClients(db: SystemDb, before: Date): Promise<void> {
  // On a cluster grants are on the nodes and clients are not: the parts run one after another.
  await db.sql`
    with old as materialized (
      select id from oauth_client where created_at < ${before}
    ), used as materialized (
      select distinct client_id from oauth_grant
    )
    delete from oauth_client c using old where c.id = old.id and c.id not in (select client_id from used)`;
}
