import { assert, asyncProperty, boolean, constant, option, record, subarray } from "fast-check";
import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import {
  seededRandom,
  insertSampleContacts,
  makeSampleContacts,
  type SampleContact,
  type SampleIds,
} from "../../../../tests/harness/oracles/segments/model-contacts.ts";
import { node, runUnprepared } from "../../../db/sql-node.ts";
import { addMs, days } from "../../../kernel/local-time.ts";
import { compileAudience, skipReasonAtSend } from "./compile.ts";
import type { Audience } from "./shapes.ts";
import { runs } from "../../../../tests/harness/scope.ts";

type RandomContact = SampleContact & {
  isSuppressed: boolean;
  isWeak: boolean;
  isBlacklisted: boolean;
  sentLately: number;
};

async function insertReferences({ ctx, shopId, purposeId }: TestCompany): Promise<SampleIds> {
  const { sql, tenantId } = ctx.db;
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const lists = await sql<{ id: string }[]>`
    insert into list (tenant_id, name, public_name, note, created_at, search)
    select ${tenantId}, n::text, '', '', now(), '' from generate_series(1, 4) n returning id`;
  const purposes = await sql<{ id: string }[]>`
    insert into purpose (tenant_id, name, created_at) values (${tenantId}, 'Second', now()) returning id`;
  const campaigns = await sql<{ id: string }[]>`
    insert into campaign (tenant_id, name, shop_id, status, created_at)
    select ${tenantId}, n::text, ${shopId}, 'completed', now() from generate_series(1, 3) n returning id`;
  const snapshots = await sql<{ id: string }[]>`
    insert into segment (tenant_id, name, shop_id, refresh, definition, rule_count, created_at, updated_at, computed_at, search)
    select ${tenantId}, n::text, ${shopId}, 'static', '{}', 1, now(), now(), now(), '' from generate_series(1, 3) n returning id`;
  return {
    shops: [shopId],
    lists: ids(lists),
    purposes: [purposeId, ...ids(purposes)],
    campaigns: ids(campaigns),
    fields: { text: "11", number: "12", date: "13", bool: "14", select: "15", multiselect: "16" },
    options: ["21"],
    snapshots: ids(snapshots),
  };
}

/** Random contacts, with everything the gate checks besides their status. */
async function insertContacts({ ctx, shopId }: TestCompany, ids: SampleIds, count: number): Promise<RandomContact[]> {
  const { sql, tenantId } = ctx.db;
  const { upTo } = seededRandom(11);
  const contacts = makeSampleContacts(count, ids, ctx.clock.now()).map((contact) => ({
    ...contact,
    // Most are subscribed; otherwise hardly any would pass the gate.
    status: upTo(3) > 0 ? "subscribed" : contact.status,
    consents: contact.consents.map((consent) => ({ ...consent, validUntil: null })),
    isSuppressed: upTo(8) === 0,
    isWeak: upTo(8) === 0,
    isBlacklisted: upTo(10) === 0,
    sentLately: contact.messages.length,
  }));
  await insertSampleContacts(ctx.db, contacts, shopId);
  const among = (is: (one: RandomContact) => boolean) => contacts.filter(is).map(({ id }) => id);
  const mark = (change: string, ids: string[]) =>
    sql`update contact set ${sql.unsafe(change)} where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`;
  const hasConsent = ({ consents }: RandomContact) =>
    consents.some(({ purposeId, state }) => purposeId === ids.purposes[0] && state === "valid");
  await mark(
    "lacks_consent = true",
    among((one) => !hasConsent(one)),
  );
  await mark(
    "consent_weak = true",
    among(({ isWeak }) => isWeak),
  );
  await mark(
    "blacklisted_at = now()",
    among(({ isBlacklisted }) => isBlacklisted),
  );
  await sql`
    insert into suppression (tenant_id, fingerprint, reason, source, blacklisted, created_at)
    select tenant_id, fingerprint, 'bounced', 'admin', false, now() from contact
    where tenant_id = ${tenantId} and id = any(${among(({ isSuppressed }) => isSuppressed)}::bigint[])`;
  await sql`update message set sent_at = ${ctx.clock.now()} where tenant_id = ${tenantId}`;
  return contacts;
}

type CompanyRules = {
  readonly defaultPurpose: string;
  readonly cap: number | undefined;
  /** The time from which buyers of the shop need no consent. */
  readonly customersSince: Date | undefined;
};

const isExceptedCustomer = ({ customersSince }: CompanyRules, { status, isWeak, orders }: RandomContact): boolean =>
  status === "customer" &&
  !isWeak &&
  customersSince !== undefined &&
  orders.some(({ at, meaning }) => at >= customersSince && meaning !== "cancelled");

/**
 * The rules of the specification in plain code: the reason, null for a recipient, undefined for a contact that is not
 * included.
 */
function expectedReason(rules: CompanyRules, audience: Audience, contact: RandomContact): string | null | undefined {
  const inSegments = (ids: readonly string[]) => contact.snapshots.some((id) => ids.includes(id));
  const states = contact.lists.filter(({ listId }) => audience.listIds.includes(listId)).map(({ state }) => state);
  const bySegment = inSegments(audience.segmentIds);
  if (!bySegment && states.every((state) => state === "removed")) return undefined;
  const isOut = contact.lists.some(
    ({ listId, state }) => audience.excludeListIds.includes(listId) && ["confirmed", "unconfirmed"].includes(state),
  );
  if (isOut || inSegments(audience.excludeSegmentIds) || audience.excludeEmails.includes(contact.email))
    return undefined;
  if (contact.isBlacklisted) return "blacklisted";
  if (["complained", "bounced", "unsubscribed"].includes(contact.status)) return contact.status;
  if (contact.isSuppressed) return "suppressed";
  const purpose = audience.purposeId ?? rules.defaultPurpose;
  const hasConsent = (wanted: string) =>
    contact.consents.some(({ purposeId, state }) => purposeId === purpose && state === wanted);
  if (!isExceptedCustomer(rules, contact) || hasConsent("withdrawn")) {
    if (contact.isWeak && ["subscribed", "customer"].includes(contact.status)) return "weak_consent";
    if (contact.status !== "subscribed") return contact.status;
    if (!hasConsent("valid")) return "no_consent";
  }
  if (!bySegment && !states.includes("confirmed")) {
    return states.includes("unconfirmed") ? "pending" : "list_unsubscribed";
  }
  return rules.cap !== undefined && contact.sentLately >= rules.cap ? "frequency_cap" : null;
}

it("agrees with plain code about every contact, for any audience, and with the gate", async () => {
  const own = await company();
  const { ctx, purposeId, shopId } = own;
  const ids = await insertReferences(own);
  const contacts = await insertContacts(own, ids, 250);
  const buyers = new Set(contacts.filter(({ status }) => status === "customer").map(({ id }) => id));
  const some = (ids: readonly string[]) => subarray([...ids]);
  const audiences = record({
    listIds: some(ids.lists),
    segmentIds: some(ids.snapshots),
    excludeListIds: some(ids.lists),
    excludeSegmentIds: some(ids.snapshots),
    excludeEmails: some(contacts.slice(0, 60).map(({ email }) => email)),
    purposeId: option(constant(ids.purposes[1] ?? "")),
  });
  const seen = new Set<string>();
  await assert(
    asyncProperty(audiences, boolean(), boolean(), async (audience, isCapped, isExceptionOn) => {
      const cap = isCapped ? 2 : undefined;
      await ctx.db.sql`
        update company set frequency_cap_emails = ${cap ?? null}, frequency_cap_days = ${isCapped ? 7 : null}
        where tenant_id = ${ctx.db.tenantId}`;
      await ctx.db.sql`
        update shop set customer_exception = ${isExceptionOn}, customer_exception_days = 200
        where tenant_id = ${ctx.db.tenantId} and id = ${shopId}`;
      const parts = await compileAudience(ctx, audience, { shopId });
      const atClaim = await skipReasonAtSend(ctx, audience, shopId, parts.listId);
      const rows = await runUnprepared<{
        id: string;
        reason: string | null;
        isRecipient: boolean;
        atClaim: string | null;
      }>(
        ctx.db,
        node`
          select c.id, ${parts.reason} as reason, ${parts.recipient} is true as is_recipient, ${atClaim} as at_claim
          from contact c where ${parts.matched} order by c.id`,
      );
      const customersSince = isExceptionOn ? addMs(ctx.clock.now(), -days(200)) : undefined;
      const rules = { defaultPurpose: purposeId, cap, customersSince };
      const expected = contacts.flatMap((contact) => {
        const reason = expectedReason(rules, audience, contact);
        return reason === undefined ? [] : [{ id: contact.id, reason }];
      });
      expect(rows.map(({ id, reason }) => ({ id, reason }))).toEqual(expected);
      for (const row of rows) {
        expect(row).toEqual({ ...row, isRecipient: row.reason === null });
        if (row.reason === null) expect(row).toEqual({ ...row, atClaim: null });
        seen.add(row.reason ?? (buyers.has(row.id) ? "customer of the shop" : "recipient"));
      }
    }),
    { numRuns: runs(150) },
  );
  expect([...seen].toSorted()).toEqual(
    [
      "blacklisted",
      "bounced",
      "complained",
      "customer",
      "customer of the shop",
      "frequency_cap",
      "list_unsubscribed",
      "no_consent",
      "pending",
      "recipient",
      "suppressed",
      "unsubscribed",
      "weak_consent",
    ].toSorted(),
  );
}, 60_000);
