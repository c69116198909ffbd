import { inParts } from "../../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows, type StatementInParts } from "../../../db/parts.ts";
import type { Fragment } from "../../../db/client.ts";
import { joinNodes, node, toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { appendSelects, selectEntries } from "../../../journal/append.sql.ts";
import { contactCreated } from "../../../journal/events.ts";
import type { Profile, ProfileField } from "../../../kernel/contact-columns.ts";
import { enrichedColumnsOf, profileColumnsFromRecordset, profileRecordsetDefinitions } from "../contact-columns.sql.ts";
import { applyContactCountsForInserts } from "../counts.sql.ts";
import { restoreOptOuts, savedOptOuts } from "../opt-out-memory/restore.sql.ts";
import { enrichByLanguage, type EnrichedField } from "../name-enrichment/name-enrichment.ts";
import { emptyProfile, type SearchColumns } from "../profile.ts";
import type { ContactRecord } from "../queries.ts";
import {
  hasOpenLists,
  joinedEntries,
  joinedLists,
  joinLists,
  listFacts,
  requestedLists,
  type JoinedList,
} from "./joined-lists.sql.ts";
import {
  admittedColumns,
  admittedConsentState,
  admittedValues,
  consentAction,
  consentColumns,
  consentValues,
} from "./admission.sql.ts";
import type { InsertLink } from "../contact-hooks.ts";

/** An address to be created as a contact. The fields that follow from its names are filled where they are empty. */
export type ContactCandidate = Partial<Profile> &
  SearchColumns & {
    email: string;
    fingerprint: Buffer;
    /** Undefined means the company's first enabled shop. */
    shopId: string | undefined;
    /** The purpose of the consent that the company holds; null without a consent. */
    purposeId: string | null;
    source: string;
    customFields: Record<string, unknown>;
    /** The person has to confirm first: the contact is pending. */
    isUnconfirmed?: boolean;
    /** Lists that it joins; all must be open. */
    listIds?: readonly string[];
    /** Fields that a person wrote; imports and enrichment leave them alone. */
    editedFields?: readonly string[];
    /** Fields that the request left empty on purpose: nothing is derived for them. */
    emptiedFields?: readonly ProfileField[];
    at: Date;
  };

/** The import that journal entries name; automations ignore quiet ones. */
export type JournalOrigin = { readonly importId?: string; readonly quiet?: boolean };

type ValidationFacts = {
  shopId: string | null;
  isPurpose: boolean;
  isErased: boolean;
  /** The existing contact with the address. */
  existingId: string | null;
  knownListIds: string[];
  isListLocked: boolean;
};

/** All null if the address was not admitted. */
type InsertedColumns = Pick<
  ContactRecord,
  | "id"
  | "status"
  | "state"
  | "engagement"
  | "excluded"
  | "language"
  | EnrichedField
  | "suppressionReason"
  | "suppressionNote"
  | "suppressedAt"
  | "blacklisted"
  | "blacklistedAt"
> & { journalId: string; joinedLists: JoinedList[] | null };

/** What a deleted contact with the same address left: rows of other features and opt-outs. */
type RestoredHistory = { hasLinkedRows: boolean; hasSavedOptOuts: boolean };

export type Admission = ValidationFacts &
  RestoredHistory &
  (InsertedColumns | { [Field in keyof InsertedColumns]: null });

const candidateProfile = profileColumnsFromRecordset("g", "g.derived->coalesce(g.language, shop.language)");
const insertedEnrichment = enrichedColumnsOf("contact");
const returnedEnrichment = enrichedColumnsOf("new");

/** Each candidate with its shop, its purpose, its suppression and its saved opt-outs, as `admission.sql.ts` reads it. */
function candidateFacts(db: TenantDb, candidates: readonly ContactCandidate[]): Fragment {
  const { sql, tenantId } = db;
  return sql`
  select g.n, ${tenantId}::bigint as tenant_id, g.email, decode(g.hash, 'hex') as fingerprint, g.at, g.source, g.sources,
    g."customFields" as custom_fields, coalesce(g."listIds", '{}') as list_ids, coalesce(g."editedFields", '{}') as edited_fields, g.search, g.grams, g."nameKey" as name_key,
    ${toFragment(sql, candidateProfile)}, g."purposeId" as purpose_id, g."purposeId" is not null as consents,
    false as is_weak, shop.id as shop_id,
    case when not g."hasNoLanguage" then shop.language end as shop_language, shop.customer_exception,
    purpose.id is not null as is_purpose, purpose.valid_months, coalesce(purpose.is_default, false) as is_default,
    (select id from contact where tenant_id = ${tenantId} and email = g.email) as existing_id,
    exists (select from erased_address where tenant_id = ${tenantId} and fingerprint = decode(g.hash, 'hex')) as is_erased,
    s.reason, s.detail, s.created_at as suppressed_at, case when s.blacklisted then s.created_at end as blacklisted_at,
    r.has_saved_opt_outs, r.is_withdrawn, r.is_unconfirmed or coalesce(g."isUnconfirmed", false) as is_unconfirmed
  from jsonb_to_recordset(${JSON.stringify(candidates.map(toJsonRow))}::jsonb) as g(n int, email text, hash text,
    "requestedShopId" bigint, "purposeId" bigint, source text, sources jsonb, at timestamptz, "customFields" jsonb,
    "isUnconfirmed" boolean, "hasNoLanguage" boolean, "listIds" bigint[], "editedFields" text[], search text, grams int[], "nameKey" text, derived jsonb, ${toFragment(sql, profileRecordsetDefinitions)})
  left join lateral (
    select id, language, customer_exception from shop
    where tenant_id = ${tenantId} and (g."requestedShopId" is null or id = g."requestedShopId")
    order by is_enabled desc, id limit 1
  ) shop on true
  left join purpose on purpose.tenant_id = ${tenantId} and purpose.id = g."purposeId"
  left join lateral (
    select reason, detail, created_at, blacklisted from suppression
    where tenant_id = ${tenantId} and fingerprint = decode(g.hash, 'hex') offset 0
  ) s on true
  cross join lateral (${toFragment(sql, savedOptOuts(tenantId, node`decode(g.hash, 'hex')`, node`g."purposeId"`))}) r`;
}

const toJsonRow = ({ fingerprint, shopId, emptiedFields = [], ...candidate }: ContactCandidate, n: number) => ({
  ...candidate,
  n,
  hasNoLanguage: emptiedFields.includes("language"),
  hash: fingerprint.toString("hex"),
  requestedShopId: shopId,
  derived: enrichByLanguage({ ...emptyProfile, ...candidate }, emptiedFields),
  sources: [{ source: candidate.source, at: candidate.at }],
});

type AdmissionOptions = {
  /** What `insertLinks` returned. */
  readonly links: readonly InsertLink[];
  readonly journalOrigin?: JournalOrigin | undefined;
};

/** Parts about lists are left out when no candidate joins one: creation is frequent. */
const listParts = (tenantId: string, candidates: readonly ContactCandidate[]) => {
  const listIds = new Set(candidates.flatMap(({ listIds: ids = [] }) => ids));
  if (listIds.size === 0)
    return {
      requested: [],
      isOpen: node`true`,
      facts: node`'{}'::text[] as known_list_ids, false as is_list_locked`,
      joining: [],
      entries: [],
      joined: node`null::json as joined_lists`,
      reads: { requested: [], joined: [] },
    };
  return {
    requested: [requestedLists(tenantId, [...listIds])],
    isOpen: hasOpenLists,
    facts: listFacts,
    joining: joinLists,
    entries: [joinedEntries],
    joined: joinedLists,
    reads: { requested: ["requested_list"], joined: ["joined"] },
  };
};

const createdWithOptOuts = node`select * from created where has_saved_opt_outs`;

/**
 * Inserts candidates as contacts, each address once, in one statement. Existing and erased addresses, and those with an
 * unknown shop, purpose or list, are not inserted. Writes the contact, its consent and consent event, its lists, its journal
 * entries and the counters, and restores orders and opt-outs of a deleted contact with the same address. Runs under the locks of
 * the addresses; returns results in the order of the candidates.
 */
export function admissionInParts(
  db: TenantDb,
  candidates: readonly ContactCandidate[],
  { links, journalOrigin = {} }: AdmissionOptions,
): StatementInParts {
  const lists = listParts(db.tenantId, candidates);
  const created = selectEntries(contactCreated, {
    tenantId: node`tenant_id`,
    at: node`at`,
    contactId: node`id`,
    payload: { source: node`source`, to: node`status`, ...journalOrigin },
    from: node`from created`,
  });
  const parts = [
    ...lists.requested,
    part("fact", [], candidateFacts(db, candidates), "materialized"),
    partIfRows(
      "new",
      [...lists.reads.requested, "fact"],
      node`
      insert into contact (${admittedColumns}, edited_fields)
      select ${admittedValues}, f.edited_fields from fact f
      where f.shop_id is not null and (f.is_purpose or not f.consents) and f.existing_id is null and not f.is_erased
        and ${lists.isOpen}
      returning tenant_id, id, email, shop_id, status, state, engagement, source, excluded, language, suppression_reason,
        suppression_note, suppressed_at, blacklisted, blacklisted_at, ${insertedEnrichment}`,
    ),
    applyContactCountsForInserts,
    ...links.flatMap((link) => link.parts),
    inlinedPart(
      "created",
      ["fact", "new"],
      node`
      select new.tenant_id, new.id, new.status, new.state, f.n, f.purpose_id, f.source, f.source as consent_source, f.at,
        f.valid_months, f.consents, f.fingerprint, f.has_saved_opt_outs, f.list_ids, new.suppression_reason,
        ${admittedConsentState} as consent_state
      from new join fact f on f.email = new.email`,
      "materialized",
    ),
    ...restoreOptOuts(db.tenantId, createdWithOptOuts),
    ...lists.joining,
    partIfRows(
      "consented",
      ["created"],
      node`
      insert into consent (${consentColumns})
      select ${consentValues} from created a where a.consents`,
    ),
    partIfRows(
      "proven",
      ["created"],
      node`
      insert into consent_event (tenant_id, contact_id, purpose_id, action, basis, source, at)
      select a.tenant_id, a.id, a.purpose_id, ${consentAction}, 'imported', a.source, a.at
      from created a where a.consents`,
    ),
    partIfRows(
      "journaled",
      ["created", ...lists.reads.joined],
      node`${appendSelects([created, ...lists.entries])} returning id, contact_id, type, payload`,
    ),
  ];
  const isLinked = joinNodes([node`false`, ...links.map((link) => link.isLinked)], node` or `);
  const last = lastPart(
    [
      ...lists.reads.requested,
      "fact",
      "new",
      ...links.flatMap(({ reads }) => reads),
      ...lists.reads.joined,
      "journaled",
    ],
    node`
    select f.shop_id, f.is_purpose, f.existing_id, f.is_erased, ${lists.facts}, ${lists.joined}, new.id, new.status, new.state, new.engagement,
      new.excluded, new.language, new.suppression_reason, new.suppression_note, new.suppressed_at, new.blacklisted,
      new.blacklisted_at, ${returnedEnrichment}, journaled.id as journal_id, f.has_saved_opt_outs,
      ${isLinked} as has_linked_rows
    from fact f left join new on new.email = f.email
      left join journaled on journaled.contact_id = new.id and journaled.type = 'contact_created'
    order by f.n`,
  );
  return { parts, last };
}

/** Runs `admissionInParts`. */
export function admitContacts(
  db: TenantDb,
  candidates: readonly ContactCandidate[],
  options: AdmissionOptions,
): Promise<Admission[]> {
  const { parts, last } = admissionInParts(db, candidates, options);
  return inParts<Admission>(db, parts, last);
}
