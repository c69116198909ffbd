import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { failAction } from "../../../tests/harness/factories/actions.ts";
import { companyOfSmallVolumes, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { anInsertedList, importBody, listSizes } from "../../../tests/harness/factories/imports.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { actionRunner, runAction, type ActionRunner } from "../../jobs/actions.ts";
import { targetLockedMs } from "../../db/distribution/abilities.ts";
import { findContactCountDifferences } from "../contacts/counts.sql.ts";
import { runImport } from "./jobs.ts";

const runner = actionRunner(runImport);
const rows = 90;

/** Existing contacts, an opted-out one, duplicates and invalid rows. */
function bigText(): string {
  const lines = Array.from({ length: rows }, (_, n) => {
    if (n % 10 === 9) return "nobody,X";
    return `person${n % 45 === 44 ? 0 : n}@example.com,Name ${n}`;
  });
  return `email,first\n${lines.join("\n")}\n`;
}

async function prepare() {
  const one = await companyOfSmallVolumes();
  const list = await anInsertedList(one, "Fair");
  await one.aContact({ email: "person1@example.com", firstName: "Old" });
  const refused = await one.aContact({ email: "person50@example.com", firstName: "Name 50" });
  await one.api.ok("unsubscribeContact", { params: { id: refused.id } });
  await one.api.ok("createSuppression", { body: { email: "person70@example.com" } });
  const body = await importBody(one, {
    text: bigText(),
    mapping: [
      ["email", "email"],
      ["first", "firstName"],
    ],
    listIds: [list],
  });
  const begun = await one.api.ok("createImport", { body });
  expect(begun).toMatchObject({ status: "queued", progress: 0, rows, result: null });
  const [action] = (await one.api.ok("listRunningActions")).items;
  return { one, list, id: begun.id, actionId: action?.id ?? "" };
}

/** All rows written by an import, without ids and times. */
async function readState({ one, list, id }: { one: TestCompany; list: string; id: string }) {
  const { db } = one.ctx;
  const entries = await journalTypes(db);
  const contacts = await db.sql<{ id: string }[]>`
    select c.id, c.email, c.status, c.state, c.first_name, c.search, c.name_key, c.consent_basis, c.source,
      (select array_agg(k.state || k.basis) from consent k where k.tenant_id = c.tenant_id and k.contact_id = c.id) as consents,
      (select array_agg(k.proof) from consent k where k.tenant_id = c.tenant_id and k.contact_id = c.id) as proofs,
      (select array_agg(e.action order by e.id) from consent_event e
        where e.tenant_id = c.tenant_id and e.contact_id = c.id) as events,
      c.initial_status,
      (select array_agg(m.state) from list_member m where m.tenant_id = c.tenant_id and m.contact_id = c.id) as members
    from contact c where c.tenant_id = ${db.tenantId} order by c.email`;
  const problems = await db.sql`
    select row, column_name, code, cells from import_problem where tenant_id = ${db.tenantId} order by row`;
  const { result, status, progress } = await one.api.ok("getImport", { params: { import_id: id } });
  expect(await findContactCountDifferences(db)).toEqual([]);
  expect(await leftOver(db)).toEqual([]);
  return {
    contacts: contacts.map(({ id: contactId, ...contact }) => ({ ...contact, entries: entries.get(contactId) })),
    problems: [...problems],
    result,
    status,
    progress,
    sizes: await listSizes(one, list),
  };
}

/** By contact, in a query of its own: joined with the contacts it took 20 s in a new database. */
async function journalTypes({ sql, tenantId }: TenantDb): Promise<Map<string, string[]>> {
  const found = await sql<{ contactId: string; types: string[] }[]>`
    select coalesce(j.contact_id::text, member.id) as contact_id, array_agg(j.type order by j.id) as types
    from journal j
    left join unnest(string_to_array(j.payload->>'contactIds', ',')) as member (id) on j.contact_id is null
    where j.tenant_id = ${tenantId}
    group by 1`;
  return new Map(found.map(({ contactId, types }) => [contactId, types]));
}

async function leftOver({ sql, tenantId }: TenantDb) {
  const found: string[] = [];
  for (const table of ["import_batch", "import_file", "stored_file", "stored_file_part"]) {
    if ((await sql`select from ${sql(table)} where tenant_id = ${tenantId} limit 1`).length > 0) found.push(table);
  }
  return found;
}

/** A worker that is killed before a step begins, or after its work but before the commit. */
function killedIn(step: number, when: "before" | "inside"): ActionRunner {
  let begun = 0;
  return {
    ...runner,
    advance: async (ctx, action) => {
      begun += 1;
      if (begun === step && when === "before") throw new Error("killed");
      const done = await runner.advance(ctx, action);
      if (begun === step) throw new Error("killed");
      return done;
    },
  };
}

describe("a big import", () => {
  it("prevents the deletion of its lists while it runs", async () => {
    const { one, list, actionId } = await prepare();
    const deletion = { params: { list_id: list } };
    expect(await one.api.refused("deleteList", deletion)).toEqual({
      status: 409,
      code: "conflict",
      message: "used",
      params: { by: [{ kind: "job", id: actionId, name: "import_finished" }], jobIds: [actionId] },
    });
    await runAction(one.ctx, [runner], actionId);
    expect((await one.api.call("deleteList", deletion)).status).toBe(204);
  });

  it(
    "shows its progress, ends with a notification, and has the same result wherever it is killed",
    { timeout: 120_000 },
    async () => {
      const calm = await prepare();
      await runAction(calm.one.ctx, [runner], calm.actionId);
      const wanted = await readState(calm);
      expect(wanted).toMatchObject({
        status: "completed",
        progress: 100,
        result: { rows, created: 78, updated: 1, unchanged: 0, skipped: 2, invalid: 9 },
      });
      expect(wanted.sizes).toEqual({ active: 78 });
      const { items } = await calm.one.api.ok("listNotifications");
      expect(items).toMatchObject([
        {
          type: "import_finished",
          params: { importId: calm.id, rows, created: 78, updated: 1, unchanged: 0, skipped: 2, invalid: 9 },
        },
      ]);
      for (const [step, when] of [
        [1, "inside"],
        [2, "before"],
        [3, "inside"],
        [4, "inside"],
      ] as const) {
        const killed = await prepare();
        const { one, actionId } = killed;
        await expect(runAction(one.ctx, [killedIn(step, when)], actionId)).rejects.toThrow("killed");
        const { status, progress } = await one.api.ok("getImport", { params: { import_id: killed.id } });
        expect([status, progress >= 10]).toEqual(step === 1 ? ["queued", false] : ["running", true]);
        const refused = await one.api.refused("deleteImport", { params: { import_id: killed.id } });
        expect(refused).toMatchObject({ status: 409, code: "conflict", message: "status" });
        const early = await one.api.refused("downloadRejectedRows", { params: { import_id: killed.id } });
        expect(early).toMatchObject({ status: 409, message: "status" });
        await runAction(one.ctx, [runner], actionId);
        expect(await readState(killed)).toEqual(wanted);
      }
    },
  );

  it("applies fewer rows at once after a slow slice", async () => {
    holdClock();
    const { one, actionId } = await prepare();
    const sizes: unknown[] = [];
    // Every reading of the clock takes 500 ms: the lock is held for a second.
    const slow = {
      now: () => {
        one.clock.advance(500);
        return one.clock.now();
      },
    };
    const watched: ActionRunner = {
      ...runner,
      advance: async (ctx, action) => {
        const step = await runner.advance(sizes.length === 4 ? { ...ctx, clock: slow } : ctx, action);
        sizes.push("checkpoint" in step && "rowsAtOnce" in step.checkpoint ? step.checkpoint.rowsAtOnce : undefined);
        return step;
      },
    };
    await runAction(one.ctx, [watched], actionId);
    const fewer = Math.floor((24 * targetLockedMs(one.ctx.db)) / 1000);
    expect(sizes.slice(0, 6)).toEqual([undefined, 6, 12, 24, fewer, 2 * fewer]);
  });

  it("honours a contact that unsubscribes between two slices", async () => {
    const { one, list, actionId } = await prepare();
    await expect(runAction(one.ctx, [killedIn(3, "before")], actionId)).rejects.toThrow("killed");
    const emailOf = (n: number) => `person${n}@example.com`;
    const [imported] = (await one.api.ok("listContacts", { query: { q: emailOf(2) } })).items;
    await one.api.ok("unsubscribeContact", { params: { id: imported?.id ?? "" } });
    // Row 80 of the file has the same address and is not applied yet.
    const later = await one.aContact({ email: emailOf(80), firstName: "Earlier" });
    await one.api.ok("unsubscribeContact", { params: { id: later.id } });
    await runAction(one.ctx, [runner], actionId);
    const { db } = one.ctx;
    const people = await db.sql`
      select c.email, c.status, c.first_name,
        (select count(*) from list_member m where m.tenant_id = c.tenant_id and m.contact_id = c.id and m.list_id = ${list}
          and m.state in ('confirmed', 'unconfirmed'))::int as lists,
        (select count(*) from consent k where k.tenant_id = c.tenant_id and k.contact_id = c.id and k.state = 'valid')::int as consents
      from contact c where c.tenant_id = ${db.tenantId} and c.email in (${emailOf(2)}, ${emailOf(80)}) order by c.id`;
    expect([...people]).toEqual([
      { email: emailOf(2), status: "unsubscribed", firstName: "Name 2", lists: 1, consents: 0 },
      { email: emailOf(80), status: "unsubscribed", firstName: "Earlier", lists: 0, consents: 0 },
    ]);
    expect(await findContactCountDifferences(db)).toEqual([]);
  });

  it("fails after the last attempt and deletes its file", async () => {
    const { one, id, actionId } = await prepare();
    await expect(runAction(one.ctx, [killedIn(2, "inside")], actionId)).rejects.toThrow("killed");
    await failAction(one.ctx, [runner], actionId);
    expect(await one.api.ok("getImport", { params: { import_id: id } })).toMatchObject({
      status: "failed",
      result: null,
    });
    expect(await leftOver(one.ctx.db)).toEqual([]);
    expect((await one.api.ok("listNotifications")).items).toMatchObject([{ type: "import_finished_failed" }]);
    await one.api.ok("deleteImport", { params: { import_id: id } });
  });

  it("skips addresses erased while it runs and deletes their staged rows at once", async () => {
    const { one, id, actionId } = await prepare();
    const { db } = one.ctx;
    await expect(runAction(one.ctx, [killedIn(2, "before")], actionId)).rejects.toThrow("killed");
    const [row] = (await one.api.ok("listContacts", { query: { q: "person1@example.com" } })).items;
    await one.api.ok("eraseContact", { params: { id: row?.id ?? "" }, body: { confirm: true } });
    const held = await db.sql`
      select from import_batch where tenant_id = ${db.tenantId} and position('person1@example.com' in lines) > 0`;
    expect(held).toHaveLength(0);
    await runAction(one.ctx, [runner], actionId);
    expect((await one.api.ok("listContacts", { query: { q: "person1@example.com" } })).total).toBe(0);
    expect((await one.api.ok("getImport", { params: { import_id: id } })).result).toMatchObject({
      created: 78,
      updated: 0,
      skipped: 3,
    });
  });
});
