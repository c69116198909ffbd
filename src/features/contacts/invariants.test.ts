import { array, assert, asyncProperty, nat, record } from "fast-check";
import { expect, it } from "vitest";
import { submitForm } from "../../../tests/harness/servers/public-pages.ts";
import type { Api } from "../../../tests/harness/servers/api-client.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aForm, confirmLinksTo, findContactByEmail } from "../../../tests/harness/factories/forms.ts";
import { anOrder } from "../../../tests/harness/factories/orders.ts";
import { node, toFragment } from "../../db/sql-node.ts";
import { findContactCountDifferences } from "./counts.sql.ts";
import { countsAsMailable } from "./gate.sql.ts";
import { isMailable } from "../../../tests/harness/oracles/mailable.ts";
import { runs } from "../../../tests/harness/scope.ts";

/**
 * After any sequence of operations, on few addresses so that they interact, nobody who opted out can be mailed. A model
 * of each person's opt-outs is compared with the service after every step.
 */
type ModelContact = { email: string; id: string | undefined; hasRefused: boolean; isErased: boolean; links: string[] };
type Step = { name: string; run(api: Api, person: ModelContact, companyIds: CompanyIds): Promise<unknown> };
type CompanyIds = { purposeId: string; extraPurposeId: string; shopId: string; own: TestCompany; formKey: string };

const withContact = (run: (api: Api, id: string, companyIds: CompanyIds) => Promise<unknown>): Step["run"] => {
  return async (api, person, companyIds) => (person.id === undefined ? undefined : run(api, person.id, companyIds));
};

const steps: readonly Step[] = [
  {
    name: "create",
    run: async (api, person, { purposeId }) => {
      const body = { email: person.email, purposeId, consentConfirmed: true };
      const answer = await api.call("createContact", { body });
      if (answer.status === 201 && isContact(answer.body)) person.id = answer.body.id;
    },
  },
  {
    name: "buy",
    run: async (api, person, companyIds) => {
      const body = anOrder(companyIds, { email: person.email, externalId: person.email });
      const answer = await api.ok("recordOrders", { body });
      if ("contactId" in answer) person.id = answer.contactId ?? undefined;
    },
  },
  {
    name: "unsubscribe",
    run: async (api, person) => {
      if (person.id === undefined) return;
      await api.ok("unsubscribeContact", { params: { id: person.id } });
      person.hasRefused = true;
    },
  },
  {
    name: "withdraw",
    run: async (api, person, { purposeId }) => {
      if (person.id === undefined) return;
      const { items } = await api.ok("listContactPurposes", { params: { id: person.id } });
      for (const consent of items.filter(({ state }) => state === "valid")) {
        await api.ok("withdrawContactPurpose", { params: { id: person.id, consentId: consent.id } });
        if (consent.purposeId === purposeId) person.hasRefused = true;
      }
    },
  },
  {
    name: "delete",
    run: async (api, person) => {
      if (person.id === undefined) return;
      await api.call("deleteContact", { params: { id: person.id } });
      person.id = undefined;
    },
  },
  {
    name: "erase",
    run: async (api, person) => {
      if (person.id === undefined) return;
      await api.ok("eraseContact", { params: { id: person.id }, body: { confirm: true } });
      person.id = undefined;
      person.isErased = true;
    },
  },
  { name: "blacklist", run: withContact((api, id) => api.call("blacklistContact", { params: { id } })) },
  { name: "unblacklist", run: withContact((api, id) => api.call("unblacklistContact", { params: { id } })) },
  { name: "suppress", run: (api, { email }) => api.call("createSuppression", { body: { email } }) },
  { name: "unsuppress", run: (api, { email }) => api.call("deleteSuppression", { params: { email } }) },
  {
    name: "consent",
    run: withContact((api, id, { purposeId }) =>
      api.call("addContactPurpose", { params: { id }, body: { purposeId, consentConfirmed: true } }),
    ),
  },
  {
    name: "consent to another purpose",
    run: withContact((api, id, { extraPurposeId }) =>
      api.call("addContactPurpose", { params: { id }, body: { purposeId: extraPurposeId, consentConfirmed: true } }),
    ),
  },
  {
    name: "patch the status",
    run: withContact((api, id) =>
      api.call("updateContact", { params: { id }, body: { status: "subscribed", firstName: "X" } }),
    ),
  },
  {
    name: "patch",
    run: withContact((api, id) =>
      api.ok("updateContact", { params: { id }, body: { firstName: "Y", state: "active" } }),
    ),
  },
  {
    name: "sign up by a form",
    run: async (_api, person, { own, formKey }) => {
      const answer = await submitForm(own, `/f/${formKey}`, { email: person.email });
      if (answer.status !== 303) return;
      person.links = await confirmLinksTo(own, person.email);
      const contact = await findContactByEmail(own, person.email);
      person.id = contact?.id;
    },
  },
  {
    name: "confirm",
    run: async (_api, person, { own }) => {
      const link = person.links.pop();
      if (link === undefined) return;
      const answer = await submitForm(own, link, {});
      if (answer.status !== 200) return;
      person.hasRefused = false;
      person.isErased = false;
      person.id = (await findContactByEmail(own, person.email))?.id;
      await expectUnchangedBySecondPress(own, person.email, link);
    },
  },
];

/** A link confirms once. */
async function expectUnchangedBySecondPress(own: TestCompany, email: string, link: string): Promise<void> {
  const before = await findContactByEmail(own, email);
  expect(before).toMatchObject({ status: "subscribed", consentBasis: "double_opt_in", consentWeak: false });
  expect((await submitForm(own, link, {})).status).toBe(200);
  expect(await findContactByEmail(own, email)).toEqual(before);
}

const isContact = (body: unknown): body is { id: string } =>
  typeof body === "object" && body !== null && "id" in body && typeof body.id === "string";

async function check({ ctx }: TestCompany, people: readonly ModelContact[]): Promise<void> {
  const { db } = ctx;
  const rows = await db.sql<
    {
      email: string;
      id: string;
      status: string;
      source: string;
      isMailable: boolean;
      countsAsMailable: boolean;
      agrees: boolean;
      last: string | null;
    }[]
  >`
    select c.email, c.id, c.status, c.source, ${isMailable(db)} as is_mailable,
      ${toFragment(db.sql, countsAsMailable({ tenant: node`${db.tenantId}`, now: ctx.clock.now() }))} as counts_as_mailable,
      c.suppression_reason is not distinct from s.reason and c.blacklisted = coalesce(s.blacklisted, false)
        and (c.status not in ('unsubscribed', 'bounced', 'complained') or s.reason is not null) as agrees,
      (select action from consent_event e where e.tenant_id = ${db.tenantId} and e.contact_id = c.id order by e.id desc limit 1)
        as last
    from contact c left join suppression s on s.tenant_id = ${db.tenantId} and s.fingerprint = c.fingerprint
    where c.tenant_id = ${db.tenantId}`;
  const [suppressed] = await db.sql<{ mailable: number }[]>`
    select count(*)::int as mailable from contact c
    where c.tenant_id = ${db.tenantId} and ${isMailable(db)}
      and exists (select from suppression s where s.tenant_id = ${db.tenantId} and s.fingerprint = c.fingerprint)`;
  expect(suppressed?.mailable).toBe(0);
  expect(new Set(rows.map(({ email }) => email)).size).toBe(rows.length);
  for (const row of rows) {
    const person = people.find(({ email }) => email === row.email);
    expect({ ...row, isErased: person?.isErased }).toMatchObject({
      agrees: true,
      isErased: false,
      countsAsMailable: row.isMailable,
    });
    if (person?.hasRefused === true) expect(row).toMatchObject({ status: "unsubscribed", isMailable: false });
    // A buyer has no consent and therefore no consent history.
    if (row.source !== "order") expect(row.last).not.toBeNull();
  }
  expect(await findContactCountDifferences(db)).toEqual([]);
}

it(
  "respects every opt-out of every person after any sequence of API calls in any order",
  { timeout: 120_000 },
  async () => {
    const step = record({ who: nat(2), what: nat(steps.length - 1) });
    await assert(
      asyncProperty(array(step, { minLength: 5, maxLength: 40 }), async (sequence) => {
        const one = await company({ API_LIMITS: "1000000,1000,100000000" });
        const extra = await one.api.ok("createPurpose", { body: { name: "Recipes" } });
        const { key: formKey } = await aForm(one);
        const { purposeId, shopId } = one;
        const companyIds = { purposeId, extraPurposeId: extra.id, shopId, own: one, formKey };
        const people = ["a", "b", "c"].map((name): ModelContact => ({
          email: `${name}@example.com`,
          id: undefined,
          hasRefused: false,
          isErased: false,
          links: [],
        }));
        for (const { who, what } of sequence) {
          const person = people[who];
          const chosen = steps[what];
          if (person !== undefined && chosen !== undefined) await chosen.run(one.api, person, companyIds);
        }
        await check(one, people);
      }),
      { numRuns: runs(60) },
    );
  },
);

it("holds under concurrent requests for the same contacts", { timeout: 60_000 }, async () => {
  const one = await company({ API_LIMITS: "1000000,1000,100000000" });
  const { purposeId, shopId } = one;
  const { key: formKey } = await aForm(one);
  const companyIds = { purposeId, extraPurposeId: purposeId, shopId, own: one, formKey };
  const people = ["a", "b"].map((name): ModelContact => ({
    email: `${name}@example.com`,
    id: undefined,
    hasRefused: false,
    isErased: false,
    links: [],
  }));
  const racing = steps.filter(({ name }) => !["delete", "erase", "withdraw", "confirm"].includes(name));
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(people.flatMap((person) => racing.map((step) => step.run(one.api, person, companyIds))));
    await check(one, people);
  }
});
