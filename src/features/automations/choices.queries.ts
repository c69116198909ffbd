import type { TenantDb } from "../../db/tenant.ts";

export type Choice = { id: string; name: string };

/** What the editor offers; a company with more picks by search. */
const maxChoices = 1000;

type ListChoices = (db: TenantDb, shopId: string) => Promise<Choice[]>;

export const listLists: ListChoices = async ({ sql, tenantId }, shopId) =>
  sql<Choice[]>`
    select id, name from list
    where tenant_id = ${tenantId} and deleted_at is null and (shop_id is null or shop_id = ${shopId})
    order by lower(name), id limit ${maxChoices}`;

export const listSegments: ListChoices = async ({ sql, tenantId }, shopId) =>
  sql<Choice[]>`
    select id, name from segment where tenant_id = ${tenantId} and shop_id = ${shopId}
    order by lower(name), id limit ${maxChoices}`;

export const listTemplates: ListChoices = async ({ sql, tenantId }, shopId) =>
  sql<Choice[]>`
    select id, name from template
    where tenant_id = ${tenantId} and archived_at is null and (shop_id is null or shop_id = ${shopId})
    order by lower(name), id limit ${maxChoices}`;

export const listAutomations: ListChoices = async ({ sql, tenantId }, shopId) =>
  sql<Choice[]>`
    select id, name from automation where tenant_id = ${tenantId} and shop_id = ${shopId}
    order by lower(name), id limit ${maxChoices}`;
