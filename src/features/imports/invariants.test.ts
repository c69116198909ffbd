import { array, assert, asyncProperty, constantFrom, nat, record } from "fast-check";
import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anInsertedList, anImport, listSizes } from "../../../tests/harness/factories/imports.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";
import { isMailable } from "../../../tests/harness/oracles/mailable.ts";
import { runs } from "../../../tests/harness/scope.ts";

/**
 * For random rows and contacts: no opted-out contact becomes mailable, no one is added again to a list they left, no
 * erased address is stored, and all counters are exact.
 */
const people = ["a", "b", "c", "d", "e"].map((name) => `${name}@example.com`);

const histories = [
  "unknown",
  "subscribed",
  "unsubscribed",
  "blacklisted",
  "suppressed",
  "erased",
  "left",
  "deleted",
] as const;
type ContactHistory = (typeof histories)[number];

async function createHistory(one: TestCompany, email: string, history: ContactHistory, list: string): Promise<void> {
  const { api, aContact } = one;
  if (history === "unknown") return;
  if (history === "suppressed") {
    await api.ok("createSuppression", { body: { email } });
    return;
  }
  const { id } = await aContact({ email });
  const params = { id };
  if (history === "unsubscribed" || history === "deleted") await api.ok("unsubscribeContact", { params });
  if (history === "deleted") await api.ok("deleteContact", { params });
  if (history === "blacklisted") await api.ok("blacklistContact", { params });
  if (history === "erased") await api.ok("eraseContact", { params, body: { confirm: true } });
  if (history !== "left") return;
  await anImport(one, { text: `email\n${email}\n`, listIds: [list] });
  await anImport(one, { text: `email\n${email}\n`, mode: "unsubscribe", listIds: [list] });
}

const optedOut: readonly ContactHistory[] = ["unsubscribed", "blacklisted", "suppressed", "erased", "deleted"];

async function check(one: TestCompany, history: ReadonlyMap<string, ContactHistory>, list: string): Promise<void> {
  const { db } = one.ctx;
  const rows = await db.sql<{ email: string; isMailable: boolean; agrees: boolean; member: string | null }[]>`
    select c.email, ${isMailable(db)} as is_mailable, m.state as member,
      c.suppression_reason is not distinct from s.reason and c.blacklisted = coalesce(s.blacklisted, false) as agrees
    from contact c left join suppression s on s.tenant_id = ${db.tenantId} and s.fingerprint = c.fingerprint
    left join list_member m on m.tenant_id = ${db.tenantId} and m.contact_id = c.id and m.list_id = ${list}
    where c.tenant_id = ${db.tenantId}`;
  for (const row of rows) {
    const known = history.get(row.email) ?? "unknown";
    expect(row.agrees).toBe(true);
    expect(known).not.toBe("erased");
    if (optedOut.includes(known)) expect(row).toMatchObject({ isMailable: false, member: null });
    if (known === "left") expect(["unsubscribed", "removed"]).toContain(row.member);
  }
  expect(await findContactCountDifferences(db)).toEqual([]);
  const counted = await db.sql<{ bucket: string; n: number }[]>`
    select case when c.state in ('blacklisted', 'complained', 'bounced', 'unsubscribed') then c.state
      when m.state in ('unsubscribed', 'unconfirmed') then m.state else c.state end as bucket, count(*)::int as n
    from list_member m join contact c on c.tenant_id = m.tenant_id and c.id = m.contact_id
    where m.tenant_id = ${db.tenantId} and m.list_id = ${list} and m.state <> 'removed' group by 1`;
  expect(await listSizes(one, list)).toEqual(Object.fromEntries(counted.map(({ bucket, n }) => [bucket, n])));
}

it("keeps opt-outs, list exits, erasures and counters for random imports", { timeout: 180_000 }, async () => {
  const row = record({
    who: nat(people.length - 1),
    first: constantFrom("", "Jana", "Petr"),
    newsletter: constantFrom("0", "1", ""),
  });
  const file = record({
    rows: array(row, { minLength: 1, maxLength: 8 }),
    mode: constantFrom("upsert", "upsert", "update_only", "unsubscribe", "remove", "blacklist"),
    kind: constantFrom("csv", "csv", "shoptet_customers", "shoptet_newsletter"),
    withList: constantFrom(true, false),
    consentWeak: constantFrom(true, false),
    emptyOverwrites: constantFrom(true, false),
  });
  const scenario = record({
    histories: array(constantFrom(...histories), { minLength: people.length, maxLength: people.length }),
    files: array(file, { minLength: 1, maxLength: 4 }),
  });
  await assert(
    asyncProperty(scenario, async ({ histories: chosen, files }) => {
      const one = await company({ API_LIMITS: "1000000,1000,100000000" });
      const list = await anInsertedList(one, "Fair");
      const history = new Map(people.map((email, index) => [email, chosen[index] ?? "unknown"]));
      for (const [email, how] of history) await createHistory(one, email, how, list);
      for (const { rows, mode, kind, withList, consentWeak, emptyOverwrites } of files) {
        const lines = rows.map(({ who, first, newsletter }) => `${people[who]},${first},${newsletter}`);
        await anImport(one, {
          text: `email,jméno,newsletter\n${lines.join("\n")}\n`,
          mapping: [
            ["email", "email"],
            ["jméno", "firstName"],
          ],
          mode,
          kind,
          listIds: withList || mode === "remove" ? [list] : [],
          options: { consentWeak, emptyOverwrites },
          subscribersConfirmed: true,
        });
        await check(one, history, list);
      }
    }),
    { numRuns: runs(25) },
  );
});
