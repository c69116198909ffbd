import type { Context } from "../../../context.ts";
import { constantNode, joinNodes, node, type SqlNode } from "../../../db/sql-node.ts";
import { localTime } from "../local-time.sql.ts";
import { sortable, type Properties, type Property, type RowSource } from "../rows.queries.ts";
import { customFieldValues, numbered } from "./custom-field-values.sql.ts";
import type { Contact } from "./contract.ts";

/** What a row needs of its company. */
export type ContactScope = {
  readonly tenantId: string;
  readonly guid: string;
  readonly timeZone: string;
  readonly publicUrl: string;
};

export const contactScope = ({ db, company, publicUrl }: Context): ContactScope => ({
  tenantId: db.tenantId,
  guid: company.guid,
  timeZone: company.timeZone,
  publicUrl,
});

/** POSIX names of the languages; others have none. */
const locales = constantNode(node`'{
  "cs": "cs_CZ", "sk": "sk_SK", "en": "en_US", "de": "de_DE", "pl": "pl_PL", "hu": "hu_HU", "ro": "ro_RO",
  "fr": "fr_FR", "es": "es_ES", "it": "it_IT", "pt": "pt_PT", "nl": "nl_NL", "uk": "uk_UA", "ru": "ru_RU",
  "bg": "bg_BG", "hr": "hr_HR", "sl": "sl_SI", "sr": "sr_RS", "el": "el_GR", "da": "da_DK", "sv": "sv_SE",
  "no": "no_NO", "fi": "fi_FI", "et": "et_EE", "lv": "lv_LV", "lt": "lt_LT", "tr": "tr_TR"}'::jsonb`);

/** Contacts have no UUID of their own: this one (version 8) consists of the company's and the contact's id. */
function guidOf({ guid }: ContactScope): SqlNode {
  const hex = node`lpad(to_hex(t.id), 15, '0')`;
  return node`${`${guid.slice(0, 14)}8${guid.slice(15, 18)}-8`}::text || left(${hex}, 3) || '-' || right(${hex}, 12)`;
}

const memberships = ({ tenantId, timeZone }: ContactScope): SqlNode => node`
  coalesce((
    select json_agg(json_build_object('id', ${numbered(node`t.id`, node`m.list_id`)}, 'contact_id', t.id,
      'contactlist_id', m.list_id, 'status', m.state, 'added', ${localTime(node`m.added_at`, timeZone)},
      'updated', case when m.changed_at > m.added_at then ${localTime(node`m.changed_at`, timeZone)} end,
      'score_opens', null, 'score_clicks', null) order by m.list_id)
    from list_member m
    join list l on l.tenant_id = ${tenantId} and l.id = m.list_id and l.deleted_at is null
    where m.tenant_id = ${tenantId} and m.contact_id = t.id), '[]')`;

const expandedFields = ({ tenantId }: ContactScope): SqlNode => node`
  coalesce((
    select json_agg(json_build_object('id', v.id, 'contact_id', t.id, 'customfield_id', v.customfield_id,
      'customfield_options_id', v.customfield_options_id, 'value', v.value) order by v.customfield_id, v.id)
    from (${customFieldValues(tenantId, node`t`)}) v), '[]')`;

const text = (column: SqlNode): Property => sortable(node`nullif(${column}, '')`);
const bit = (condition: SqlNode): Property => sortable(node`(${condition})::int`);
const nothing: Property = sortable(node`null::text`);

const isBlacklisted = node`t.state = 'blacklisted'`;
const isNotBlacklisted = node`t.state <> 'blacklisted'`;
const isHardBounced = node`t.status = 'bounced'`;
const isNotHardBounced = node`t.status <> 'bounced'`;

type ContactProperty = keyof (typeof Contact)["properties"];

function contactProperties(scope: ContactScope, isExpanded: boolean): Properties {
  const created = { value: localTime(node`t.created_at`, scope.timeZone), order: node`t.created_at` };
  const updated = { value: localTime(node`t.updated_at`, scope.timeZone), order: node`t.updated_at` };
  const url = node`${`${scope.publicUrl}/api/v3/contact-customfields?contact_id=`}::text || t.id`;
  const properties: Omit<Record<ContactProperty, Property>, "customfields" | "customfields_url"> = {
    id: { value: node`t.id::float8`, order: node`t.id` },
    guid: { value: guidOf(scope), order: node`t.id` },
    emailaddress: sortable(node`t.email`),
    name: text(node`t.first_name`),
    surname: text(node`t.last_name`),
    titlesbefore: text(node`t.title_before`),
    titlesafter: text(node`t.title_after`),
    salution: text(node`t.salutation`),
    company: text(node`t.company`),
    street: text(node`t.street`),
    town: text(node`t.city`),
    postalcode: text(node`t.postal_code`),
    country: text(node`t.country`),
    cellphone: text(node`t.mobile`),
    phone: text(node`t.phone`),
    language: sortable(node`${locales}->>t.language`),
    birthday: sortable(node`t.birthday`),
    nameday: sortable(node`'2000-' || t.name_day`),
    gender: sortable(node`upper(t.gender)`),
    notes: text(node`t.note`),
    realname: nothing,
    blacklisted: bit(isBlacklisted),
    is_blacklisted: bit(isBlacklisted),
    hardbounced: bit(isHardBounced),
    softbounced: sortable(node`t.soft_bounces`),
    created,
    updated,
    created_at: created,
    last_updated_at: updated,
    domain: sortable(node`split_part(t.email, '@', 2)`),
    origin: nothing,
    contactlists: { value: memberships(scope) },
  };
  return isExpanded
    ? { ...properties, customfields: { value: expandedFields(scope) } }
    : { ...properties, customfields_url: { value: url } };
}

export type ContactFilter = {
  readonly email?: string;
  readonly id?: string;
  readonly isBlacklisted?: boolean;
  readonly isHardBounced?: boolean;
};

/** Conditions that rows of `contact` and of `contact_count` share; written so that indexes on the states apply. */
const stateConditions = (filter: ContactFilter): SqlNode[] => [
  ...(filter.isBlacklisted === undefined ? [] : [filter.isBlacklisted ? isBlacklisted : isNotBlacklisted]),
  ...(filter.isHardBounced === undefined ? [] : [filter.isHardBounced ? isHardBounced : isNotHardBounced]),
];

const joinByAnd = (conditions: readonly SqlNode[]): SqlNode => joinNodes(conditions, node` and `);

export function contactSource(
  scope: ContactScope,
  { filter = {}, isExpanded = false }: { filter?: ContactFilter; isExpanded?: boolean } = {},
): RowSource {
  const company = node`t.tenant_id = ${scope.tenantId}`;
  const states = stateConditions(filter);
  const keys = [
    ...(filter.email === undefined ? [] : [node`t.email = ${filter.email}`]),
    ...(filter.id === undefined ? [] : [node`t.id = ${filter.id}::bigint`]),
  ];
  const where = joinByAnd([company, ...states, ...keys]);
  return {
    table: node`contact`,
    where,
    total:
      keys.length === 0
        ? node`select coalesce(sum(t.n), 0) from contact_count t where ${joinByAnd([company, ...states])}`
        : node`select count(*) from contact t where ${where}`,
    properties: contactProperties(scope, isExpanded),
  };
}
