import type { AnswerBody } from "../servers/api-client.ts";
import type { TestCompany } from "./company.ts";

type ImportFields = {
  text: string;
  mapping?: readonly (readonly [column: string, target: string])[];
  mode?: string;
  [field: string]: unknown;
};

export const toMapping = (pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([column, target]) => ({ column, target }));

/** The request body of an import of a text; the default mapping is the column `email`. */
export async function importBody({ api, shopId, purposeId }: TestCompany, fields: ImportFields) {
  const { text, mapping = [["email", "email"]], mode = "upsert", ...rest } = fields;
  const { fileId } = await api.ok("uploadImportFile", { body: { name: "people.csv", text } });
  const consent = mode === "upsert" || mode === "update_only" ? { purposeId, consentConfirmed: true } : {};
  return {
    name: "People",
    source: "Fair in Brno",
    fileId,
    mapping: toMapping(mapping),
    mode,
    shopId,
    listIds: [],
    ...consent,
    ...rest,
  };
}

export async function anImport(one: TestCompany, fields: ImportFields): Promise<AnswerBody<"createImport">> {
  return one.api.ok("createImport", { body: await importBody(one, fields) });
}

/** A manual list, inserted without the API. */
export async function anInsertedList({ ctx: { db } }: TestCompany, name: string, systemKind: string | null = null) {
  const [row] = await db.sql<{ id: string }[]>`
    insert into list (tenant_id, name, public_name, shop_id, system_kind, note, created_at, search)
    select ${db.tenantId}, ${name}, ${name}, case when ${systemKind}::text is null then null else shop.id end,
      ${systemKind}, '', now(), ${` ${name}`}
    from (select id from shop where tenant_id = ${db.tenantId} order by id limit 1) shop returning id`;
  if (row === undefined) throw new Error("the list was not inserted");
  return row.id;
}

/** Stored sizes of a list by bucket, and the counted ones. */
export async function listSizes({ ctx: { db } }: TestCompany, listId: string) {
  const kept = await db.sql<{ bucket: string; n: number }[]>`
    select bucket, sum(n)::int as n from list_count where tenant_id = ${db.tenantId} and list_id = ${listId}
    group by bucket having sum(n) <> 0 order by bucket`;
  return Object.fromEntries(kept.map(({ bucket, n }) => [bucket, n]));
}
