import { nonExistentId } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { MemberState } from "../../contacts/memberships/queries.ts";
import { emptyDesign, type PageDesign } from "../public-page/design.ts";

/** The sender shown on the page: the shop with its brand, otherwise the company. */
export type PageSender = {
  senderName: string;
  language: string;
  design: PageDesign;
  /** The company with its address, as the page ends. */
  imprint: string;
};

export type ShownList = { id: string; name: string; state: MemberState };

export type SubscriberRecord = PageSender & {
  id: string;
  email: string;
  shopId: string;
  /** Suppressed or unreachable: the page cannot change that. */
  isSuppressed: boolean;
  lists: ShownList[];
};

type BrandColumns = {
  companyName: string;
  street: string | null;
  city: string | null;
  language: string;
  brandName: string | null;
} & Partial<PageDesign>;

const toPageSender = ({ companyName, street, city, brandName, language, ...design }: BrandColumns): PageSender => ({
  senderName: brandName ?? companyName,
  language,
  imprint: [companyName, street, city].filter((part) => part !== null && part !== "").join(", "),
  design: {
    ...emptyDesign,
    logoUrl: design.logoUrl ?? null,
    accentColor: design.accentColor ?? null,
    backgroundColor: design.backgroundColor ?? null,
  },
});

const brandColumns = ({ sql }: TenantDb) => sql`
  o.name as company_name, o.street, o.city, (s.brand ->> 'companyName') as brand_name, (s.brand ->> 'logoUrl') as logo_url,
  (s.brand ->> 'primaryColor') as accent_color, (s.brand ->> 'backgroundColor') as background_color`;

export async function findPageSender(db: TenantDb, shopId: string | null): Promise<PageSender> {
  const [row] = await db.sql<BrandColumns[]>`
    select ${brandColumns(db)}, coalesce(s.language, o.language) as language
    from company o left join shop s on s.tenant_id = ${db.tenantId} and s.id = ${shopId ?? nonExistentId}
    where o.tenant_id = ${db.tenantId}`;
  if (row === undefined) throw new Error(`company ${db.tenantId} not found`);
  return toPageSender(row);
}

/**
 * The contact with its lists that have a public name. Lists synchronized from shops are excluded: the shop decides
 * about membership.
 */
export async function findSubscriber(db: TenantDb, contactId: string): Promise<SubscriberRecord | undefined> {
  const [row] = await db.sql<(BrandColumns & Omit<SubscriberRecord, keyof PageSender>)[]>`
    select c.id, c.email, c.shop_id, ${brandColumns(db)}, coalesce(c.language, s.language, o.language) as language,
      (c.status in ('unsubscribed', 'bounced', 'complained') or c.suppression_reason is not null) as is_suppressed,
      (select coalesce(json_agg(json_build_object('id', l.id::text, 'name', l.public_name, 'state', m.state)
          order by lower(l.public_name), l.id), '[]')
        from list_member m
        join list l on l.tenant_id = ${db.tenantId} and l.id = m.list_id and l.deleted_at is null
          and l.system_kind is null and l.public_name <> ''
        where m.tenant_id = ${db.tenantId} and m.contact_id = c.id and m.state <> 'removed') as lists
    from contact c
    join company o on o.tenant_id = ${db.tenantId}
    join shop s on s.tenant_id = ${db.tenantId} and s.id = c.shop_id
    where c.tenant_id = ${db.tenantId} and c.id = ${contactId}`;
  if (row === undefined) return undefined;
  const { id, email, shopId, isSuppressed, lists, ...sender } = row;
  return { ...toPageSender(sender), id, email, shopId, isSuppressed, lists };
}

/** The membership state; undefined if the list was deleted or the contact was never a member. */
export async function findMemberState(
  db: TenantDb,
  contactId: string,
  listId: string,
): Promise<MemberState | undefined> {
  const [row] = await db.sql<{ state: MemberState }[]>`
    select m.state from list_member m
    join list l on l.tenant_id = ${db.tenantId} and l.id = m.list_id and l.deleted_at is null and l.system_kind is null
    where m.tenant_id = ${db.tenantId} and m.contact_id = ${contactId} and m.list_id = ${listId}`;
  return row?.state;
}
