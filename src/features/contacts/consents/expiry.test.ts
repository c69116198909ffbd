import { expect, it } from "vitest";
import { company, testWorkerOf, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { anImport } from "../../../../tests/harness/factories/imports.ts";
import { days } from "../../../kernel/local-time.ts";
import { background } from "../background.ts";
import { findContactCountDifferences } from "../counts.sql.ts";
import { expireConsents, hasEndedConsents, listTenantsWithEndedConsents } from "./expiry.queries.ts";
import { endedConsentsJob } from "./jobs.ts";

const endIn = ({ ctx: { db }, clock }: TestCompany, contactId: string, ms: number) => db.sql`
  update consent set valid_until = ${new Date(clock.now().getTime() + ms)}
  where tenant_id = ${db.tenantId} and contact_id = ${contactId}`;

async function readBuckets({ api, ctx }: TestCompany, listId: string) {
  expect(await findContactCountDifferences(ctx.db)).toEqual([]);
  const { counts } = await api.ok("getList", { params: { list_id: listId } });
  return Object.fromEntries(Object.entries(counts.byBucket).filter(([, n]) => n > 0));
}

it("is over when its time is, before any job has marked it", async () => {
  const own = await company();
  const { api, clock, purposeId } = own;
  const { id } = await own.aContact();
  await endIn(own, id, days(1));
  const states = async () => (await api.ok("listContactPurposes", { params: { id } })).items.map(({ state }) => state);
  const body = { purposeId, consentConfirmed: true };
  expect(await states()).toEqual(["valid"]);
  expect((await api.call("addContactPurpose", { params: { id }, body })).status).toBe(200);
  clock.advance(days(1));
  expect(await states()).toEqual(["expired"]);
  expect((await api.ok("exportContact", { params: { id } })).consents).toMatchObject([{ state: "expired" }]);
  const [over] = (await api.ok("listContactPurposes", { params: { id } })).items;
  const params = { id, consentId: over?.id ?? "" };
  expect(await api.ok("withdrawContactPurpose", { params })).toMatchObject({ state: "expired" });
  expect((await api.call("addContactPurpose", { params: { id }, body })).status).toBe(201);
  expect(await states()).toEqual(["expired", "valid"]);
  expect(await api.ok("getContact", { params: { id } })).toMatchObject({ status: "subscribed", state: "active" });
});

it("makes a contact without another one unconfirmed, with all totals", async () => {
  const own = await company();
  const { api, clock, ctx, purposeId } = own;
  const list = await own.aList();
  const [over, renewed] = [await own.aContact({ listIds: [list.id] }), await own.aContact({ listIds: [list.id] })];
  await endIn(own, over.id, days(1));
  await endIn(own, renewed.id, days(1));
  clock.advance(days(1));
  const body = { purposeId, consentConfirmed: true };
  await api.ok("addContactPurpose", { params: { id: renewed.id }, body });
  expect(await readBuckets(own, list.id)).toEqual({ active: 2 });
  expect(await expireConsents(ctx.db, clock.now())).toBe(2);
  expect(await readBuckets(own, list.id)).toEqual({ active: 1, unconfirmed: 1 });
  expect(await api.ok("getContact", { params: { id: over.id } })).toMatchObject({
    status: "subscribed",
    state: "unconfirmed",
  });
  await api.ok("addContactPurpose", { params: { id: over.id }, body });
  expect(await readBuckets(own, list.id)).toEqual({ active: 2 });
  expect(await expireConsents(ctx.db, clock.now())).toBe(0);
});

it("to another purpose alone leaves a contact unconfirmed, whichever way it came", async () => {
  const own = await company();
  const { api, purposeId } = own;
  const list = await own.aList();
  const other = await api.ok("createPurpose", { body: { name: "Recipes" } });
  const made = await own.aContact({ purposeId: other.id, listIds: [list.id] });
  expect(made).toMatchObject({ status: "subscribed", state: "unconfirmed", excluded: false });
  expect(await own.aContact({ purposeId: other.id })).toMatchObject({ state: "unconfirmed" });
  const text = "email\nimported@example.com\nboth@example.com\n";
  await anImport(own, { text, purposeId: other.id, listIds: [list.id] });
  expect(await readBuckets(own, list.id)).toEqual({ unconfirmed: 3 });
  const query = { state: "unconfirmed", list: list.id, sort: "id" };
  const { items, total } = await api.ok("listContacts", { query });
  expect([items.map(({ status }) => status), total]).toEqual([["subscribed", "subscribed", "subscribed"], 3]);
  expect(await api.ok("listContacts", { query: { tab: "unconfirmed" } })).toMatchObject({ total: 4 });
  expect(await api.ok("listContacts", { query: { state: "active" } })).toMatchObject({ total: 0 });

  await anImport(own, { text: "email\nboth@example.com\n", purposeId });
  expect(await readBuckets(own, list.id)).toEqual({ active: 1, unconfirmed: 2 });
  await api.ok("addContactPurpose", { params: { id: made.id }, body: { purposeId, consentConfirmed: true } });
  expect(await readBuckets(own, list.id)).toEqual({ active: 2, unconfirmed: 1 });
});

/** Contacts of several states, shops of origin and times, of which some have a consent that ends in a day. */
async function aCompanyWithEndingConsents() {
  const own = await company();
  const { api, purposeId } = own;
  const list = await own.aList();
  const other = await api.ok("createPurpose", { body: { name: "Recipes" } });
  const contacts = [];
  for (let index = 0; index < 12; index += 1) {
    contacts.push(
      await own.aContact({
        firstName: index % 2 === 0 ? "Jana" : "Petr",
        ...(index % 3 === 0 ? { listIds: [list.id] } : {}),
        ...(index % 5 === 4 ? { purposeId: other.id } : {}),
      }),
    );
  }
  const ids = contacts.map(({ id }) => id);
  await api.ok("unsubscribeContact", { params: { id: ids[1] ?? "" }, body: {} });
  await api.ok("blacklistContact", { params: { id: ids[2] ?? "" }, body: {} });
  for (const index of [0, 2, 3, 4, 6, 7]) await endIn(own, ids[index] ?? "", days(1));
  own.clock.advance(days(1));
  await api.ok("addContactPurpose", { params: { id: ids[7] ?? "" }, body: { purposeId, consentConfirmed: true } });
  return { own, ids, list };
}

it("is shown in rows, filters, orders and totals before the job as after it", async () => {
  const { own, list, ids } = await aCompanyWithEndingConsents();
  const { api, shopId } = own;
  const states = ["active", "unconfirmed", "unsubscribed", "blacklisted"] as const;
  const filters: Record<string, unknown>[] = [
    {},
    ...states.flatMap((state) => [{ state }, { state, stateOp: "neq" }, { tab: state }]),
    { state: "unconfirmed", shop: shopId },
    { state: "active", list: list.id },
    { state: "active", q: "jana" },
    { tab: "active", state: "unconfirmed", stateOp: "neq" },
    { status: "subscribed" },
  ];
  const sorts = ["id", "state", "-state", "email,state", "status"];
  const definition = { type: "group", match: "all", rules: [{ type: "list", operator: "in", listId: list.id }] };
  const segment = await api.ok("createSegment", { body: { name: "List", shopId, refresh: "daily", definition } });
  const read = async () => {
    const pages = [];
    for (const filter of filters) {
      for (const sort of sorts) {
        const query = { ...filter, sort, pageSize: 3 };
        for (const page of [1, 2])
          pages.push({ query, ...(await api.ok("listContacts", { query: { ...query, page } })) });
      }
    }
    for (const state of states) {
      const query = { state, sort: "state" };
      pages.push(await api.ok("listSegmentMembers", { params: { segment: segment.id }, query }));
    }
    for (const sort of ["-id", "email"])
      pages.push(await api.ok("listListMembers", { params: { list_id: list.id }, query: { sort } }));
    const preview = await api.ok("previewSegment", { body: { shopId, definition, sample: {} } });
    const contacts = [];
    for (const id of ids) contacts.push((await api.ok("getContact", { params: { id } })).state);
    return { pages, preview, contacts };
  };
  const { db } = own.ctx;
  expect(await hasEndedConsents(db, own.clock.now())).toBe(true);
  const before = await read();
  expect(before.contacts.filter((state) => state === "unconfirmed")).toHaveLength(5);
  await expireConsents(db, own.clock.now());
  expect(await hasEndedConsents(db, own.clock.now())).toBe(false);
  expect(await read()).toEqual(before);
  expect(await findContactCountDifferences(db)).toEqual([]);
});

it("is marked every minute by a job", async () => {
  const { own, list } = await aCompanyWithEndingConsents();
  const listTenants = () => listTenantsWithEndedConsents(own.app.db, own.clock.now());
  expect(await listTenants()).toContain(own.ctx.db.tenantId);
  const job = (background.jobs ?? []).find(({ job: { name } }) => name === endedConsentsJob.name);
  await job?.run(testWorkerOf(own), {});
  expect(await hasEndedConsents(own.ctx.db, own.clock.now())).toBe(false);
  expect(await readBuckets(own, list.id)).toEqual({ unconfirmed: 4 });
  expect(await listTenants()).not.toContain(own.ctx.db.tenantId);
});
