import { array, assert, asyncProperty, constantFrom, nat, record } from "fast-check";
import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { findContactByEmail } from "../../../tests/harness/factories/forms.ts";
import { anImport } from "../../../tests/harness/factories/imports.ts";
import { aMigration, textFile } from "../../../tests/harness/factories/platform-migrations.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { isMailable } from "../../../tests/harness/oracles/mailable.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";
import { runs } from "../../../tests/harness/scope.ts";

/** After any sequence of migrations, imports and API calls, a contact with a refusal is neither subscribed nor mailable. */
const emails = ["a", "b", "c"].map((name) => `${name}@example.com`);

/** An export row of SmartEmailing for each kind of statement. */
const statements = {
  subscribed: { contactlists: [{ contactlist_id: 1, status: "confirmed" }] },
  "left a list": {
    contactlists: [
      { contactlist_id: 1, status: "unsubscribed" },
      { contactlist_id: 2, status: "confirmed" },
    ],
  },
  unknown: { contactlists: [{ contactlist_id: 1, status: "something new" }] },
  unsubscribed: { contactlists: [{ contactlist_id: 1, status: "unsubscribed" }] },
  bounced: { hardbounced: 1, contactlists: [{ contactlist_id: 1, status: "confirmed" }] },
  blacklisted: { blacklisted: 1, contactlists: [{ contactlist_id: 1, status: "confirmed" }] },
} as const;
type Statement = keyof typeof statements;
const statementNames = ["subscribed", "left a list", "unknown", "unsubscribed", "bounced", "blacklisted"] as const;
const refusals: readonly Statement[] = ["unsubscribed", "bounced", "blacklisted"];

type Model = { refused: Set<string>; leftList: Set<string>; erased: Set<string> };
type Said = { who: number; what: Statement };

async function migrate(own: TestCompany, model: Model, said: readonly Said[]): Promise<void> {
  const data = said.map(({ who, what }) => ({ emailaddress: emails[who], name: what, ...statements[what] }));
  await aMigration(own, "smartemailing", [
    textFile("lists.json", JSON.stringify({ data: [1, 2].map((id) => ({ id, name: `List ${id}`, hidden: 0 })) })),
    textFile("contacts.json", JSON.stringify({ data })),
  ]);
  for (const { who, what } of said) {
    const email = emails[who] ?? "";
    if (model.erased.has(email)) continue;
    if (refusals.includes(what)) model.refused.add(email);
    if (what === "left a list" || what === "unsubscribed") model.leftList.add(email);
  }
}

const actNames = ["create", "buy", "import", "consent", "unsubscribe", "delete", "erase"] as const;
type Act = (own: TestCompany, email: string, model: Model) => Promise<unknown>;

const acts: Readonly<Record<(typeof actNames)[number], Act>> = {
  create: (own, email) =>
    own.api.call("createContact", { body: { email, purposeId: own.purposeId, consentConfirmed: true } }),
  buy: (own, email) => own.api.ok("recordOrders", { body: anOrder(own, { email, externalId: email }) }),
  import: (own, email) => anImport(own, { text: `email\n${email}\n` }),
  consent: (own, email) =>
    withContact(own, email, (id) =>
      own.api.call("addContactPurpose", {
        params: { id },
        body: { purposeId: own.purposeId, consentConfirmed: true },
      }),
    ),
  unsubscribe: (own, email, model) =>
    withContact(own, email, async (id) => {
      await own.api.ok("unsubscribeContact", { params: { id } });
      model.refused.add(email);
    }),
  delete: (own, email) => withContact(own, email, (id) => own.api.call("deleteContact", { params: { id } })),
  erase: (own, email, model) =>
    withContact(own, email, async (id) => {
      await own.api.ok("eraseContact", { params: { id }, body: { confirm: true } });
      model.erased.add(email);
    }),
};

async function withContact(own: TestCompany, email: string, run: (id: string) => Promise<unknown>) {
  const contact = await findContactByEmail(own, email);
  if (contact !== undefined) await run(contact.id);
}

async function check({ ctx: { db } }: TestCompany, model: Model): Promise<void> {
  const rows = await db.sql<{ email: string; state: string; source: string; isMailable: boolean; member: string }[]>`
    select c.email, c.state, c.source, ${isMailable(db)} as is_mailable, coalesce(m.state, 'none') as member
    from contact c
    left join list l on l.tenant_id = ${db.tenantId} and l.name = 'List 1'
    left join list_member m on m.tenant_id = ${db.tenantId} and m.list_id = l.id and m.contact_id = c.id
    where c.tenant_id = ${db.tenantId}`;
  for (const row of rows) {
    expect(model.erased).not.toContain(row.email);
    if (model.refused.has(row.email)) {
      expect(row.isMailable).toBe(false);
      expect(["unsubscribed", "bounced", "blacklisted"]).toContain(row.state);
    }
    if (row.source === "legacy") expect(row.isMailable).toBe(false);
    if (model.leftList.has(row.email)) expect(["confirmed", "unconfirmed"]).not.toContain(row.member);
  }
  expect(await findContactCountDifferences(db)).toEqual([]);
}

it("subscribes nobody who refused, for random migrations and other ways in", { timeout: 240_000 }, async () => {
  const said = record({ who: nat(emails.length - 1), what: constantFrom(...statementNames) });
  const step = record({
    who: nat(emails.length - 1),
    act: constantFrom(...actNames),
    said: array(said, { minLength: 1, maxLength: 4 }),
    migrates: constantFrom(true, false),
  });
  await assert(
    asyncProperty(array(step, { minLength: 2, maxLength: 8 }), async (sequence) => {
      const own = await company({ API_LIMITS: "1000000,1000,100000000" });
      const model: Model = { refused: new Set(), leftList: new Set(), erased: new Set() };
      for (const { who, act, said: statementsOfFile, migrates } of sequence) {
        if (migrates) await migrate(own, model, statementsOfFile);
        else await acts[act](own, emails[who] ?? "", model);
        await check(own, model);
      }
    }),
    { numRuns: runs(12) },
  );
});
