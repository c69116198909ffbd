import type { TenantDb } from "../../../db/tenant.ts";

/** The tables of records that have a name, by the word of the path. */
const tables: Readonly<Record<string, string>> = {
  "api-keys": "api_key",
  automations: "automation",
  campaigns: "campaign",
  "coupon-stacks": "coupon_stack",
  "custom-fields": "custom_field",
  "editor-elements": "editor_element",
  feeds: "feed",
  footers: "footer",
  forms: "form",
  labels: "label",
  "landing-pages": "landing_page",
  lists: "list",
  purposes: "purpose",
  "saved-views": "saved_view",
  "script-templates": "script_template",
  segments: "segment",
  shops: "shop",
  "site-script": "shop",
  "sms-templates": "sms_template",
  surveys: "survey",
  templates: "template",
  "unsubscribe-pages": "unsubscribe_page",
  "web-tracking": "shop",
};

export type NamedObject = { readonly objectKind: string; readonly objectId: string | null };

export const objectKey = ({ objectKind, objectId }: NamedObject): string => `${objectKind} ${objectId ?? ""}`;

/** Today's names of the objects, by `objectKey`; those that are gone or have none are left out. */
export async function findObjectNames(db: TenantDb, objects: readonly NamedObject[]): Promise<Map<string, string>> {
  const kinds = [...new Set(objects.map(({ objectKind }) => objectKind))].filter((kind) => kind in tables);
  const rows = await Promise.all(kinds.map((kind) => listNames(db, kind, objects)));
  return new Map(rows.flat().map(({ id, kind, name }) => [objectKey({ objectKind: kind, objectId: id }), name]));
}

async function listNames({ sql, tenantId }: TenantDb, kind: string, objects: readonly NamedObject[]) {
  const ids = objects.flatMap(({ objectKind, objectId }) =>
    objectKind === kind && objectId !== null && /^\d{1,18}$/.test(objectId) ? [objectId] : [],
  );
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from ${sql(tables[kind] ?? "")} where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`;
  return rows.map(({ id, name }) => ({ id, name, kind }));
}
