import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { actionRunner, runAction, type ActionRunner } from "../../../jobs/actions.ts";
import { runContactLanguageChange } from "./jobs.ts";

const runner = actionRunner(runContactLanguageChange);

/** A worker that dies after this many steps. */
function killedAfter(steps: number): ActionRunner {
  let begun = 0;
  return {
    type: runner.type,
    advance: async (ctx, action) => {
      begun += 1;
      if (begun > steps) throw new Error("killed");
      return runner.advance(ctx, action);
    },
  };
}

async function askFor({ api, shopId }: TestCompany, language: string): Promise<string> {
  const body = { language, applyToContacts: true };
  const answer = await api.ok("setContactLanguage", { params: { shop_id: shopId }, body });
  if (!("jobId" in answer)) throw new Error("no job was requested");
  return answer.jobId;
}

const getLanguage = async ({ api }: TestCompany, id: string) =>
  (await api.ok("getContact", { params: { id } })).language;

/** More contacts than one step processes. */
async function fillContacts({ ctx: { db }, shopId }: TestCompany, count: number): Promise<void> {
  await db.sql`
    insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, language, search,
      grams, name_key)
    select ${db.tenantId}, 'filler' || i || '@example.com', decode(md5(i::text), 'hex'), ${shopId}, 'subscribed', now(),
      'manual', now(), 'cs', '', '{}', '' from generate_series(1, ${count}) as i`;
  await db.sql`
    insert into contact_count (tenant_id, shop_id, status, state, engagement, source, shard, n)
    values (${db.tenantId}, ${shopId}, 'subscribed', 'active', 'N', 'manual', 0, ${count})`;
}

async function countByLanguage({ ctx: { db } }: TestCompany) {
  const rows = await db.sql<{ language: string; n: number }[]>`
    select language, count(*)::int as n from contact where tenant_id = ${db.tenantId} group by language`;
  return Object.fromEntries(rows.map(({ language, n }) => [language, n]));
}

it("sets the language of new contacts and keeps that of existing ones", async () => {
  holdClock();
  const test = await company();
  const { api, shopId, clock } = test;
  const old = await test.aContact();
  const params = { shop_id: shopId };
  const before = await api.ok("getShop", { params });
  const answer = await api.call("setContactLanguage", { params, body: { language: "sk" } });
  expect(answer).toMatchObject({
    status: 200,
    body: { ...before, language: "sk", updatedAt: clock.now().toISOString() },
  });
  expect((await test.aContact()).language).toBe("sk");
  expect(await getLanguage(test, old.id)).toBe("cs");
  expect(await api.ok("listRunningActions")).toEqual({ items: [] });
});

it.each([{}, { language: "slovak" }])("rejects an invalid language: %j", async (body) => {
  const { api, shopId } = await company();
  expect(await api.refused("setContactLanguage", { params: { shop_id: shopId }, body })).toEqual({
    status: 400,
    code: "validation",
    message: "language",
    params: expect.any(Object),
  });
});

it("sets the language of the shop's contacts in the background, except where it was set by hand", async () => {
  holdClock();
  const test = await company();
  const { api, shopId, ctx, clock } = test;
  const { id: otherShop } = await api.ok("createShop", {
    body: { name: "Other", language: "cs", country: "CZ", currencies: ["CZK"] },
  });
  const plain = await test.aContact();
  const edited = await test.aContact();
  const elsewhere = await test.aContact({ shopId: otherShop });
  await api.ok("updateContact", { params: { id: edited.id }, body: { language: "en" } });

  const jobId = await askFor(test, "sk");
  expect(await api.ok("listRunningActions")).toEqual({
    items: [
      {
        id: jobId,
        type: "contact_language_changed",
        state: "queued",
        progress: 0,
        createdAt: clock.now().toISOString(),
        startedAt: null,
        params: { shopId, language: "sk" },
      },
    ],
  });
  await runAction(ctx, [runner], jobId);

  expect(await getLanguage(test, plain.id)).toBe("sk");
  expect(await getLanguage(test, edited.id)).toBe("en");
  expect(await getLanguage(test, elsewhere.id)).toBe("cs");
  const { items } = await api.ok("listActivities", { params: { id: plain.id } });
  expect(items[0]).toMatchObject({ type: "contact_updated" });
  expect(await api.ok("listRunningActions")).toEqual({ items: [] });
  expect((await api.ok("listNotifications")).items).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      type: "contact_language_changed",
      at: clock.now().toISOString(),
      read: false,
      params: { shopId, language: "sk", contacts: 1 },
    },
  ]);
});

it("resumes after a crash and notifies once", async () => {
  const test = await company();
  const { api, ctx, shopId } = test;
  await fillContacts(test, 1500);
  const jobId = await askFor(test, "sk");

  await expect(runAction(ctx, [killedAfter(1)], jobId)).rejects.toThrow("killed");
  expect(await countByLanguage(test)).toEqual({ sk: 1000, cs: 500 });
  const { items } = await api.ok("listRunningActions");
  expect(items).toMatchObject([{ id: jobId, state: "running", progress: 67 }]);
  expect((await api.ok("listNotifications")).total).toBe(0);

  await runAction(ctx, [runner], jobId);
  await runAction(ctx, [runner], jobId);
  expect(await countByLanguage(test)).toEqual({ sk: 1500 });
  expect((await api.ok("listNotifications")).items.map(({ params }) => params)).toEqual([
    { shopId, language: "sk", contacts: 1500 },
  ]);
});

it("is superseded by a later request for the same shop, whichever runs last", async () => {
  const test = await company();
  const contact = await test.aContact();
  const earlier = await askFor(test, "sk");
  const later = await askFor(test, "de");
  await runAction(test.ctx, [runner], later);
  await runAction(test.ctx, [runner], earlier);
  expect(await getLanguage(test, contact.id)).toBe("de");
  expect((await test.api.ok("listNotifications")).total).toBe(2);
});
