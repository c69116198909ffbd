import { expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { actionRunner, runAction, type ActionRunner } from "../../jobs/actions.ts";
import { runExport } from "./jobs.ts";

const input = { name: "All", selection: "all", fields: ["id", "email", "note"], encoding: "utf-8" };
const runner = actionRunner(runExport);

/** Enough for five parts. */
async function fill({ ctx: { db }, shopId }: TestCompany, count = 2500): Promise<void> {
  await db.sql`
    insert into contact (tenant_id, email, fingerprint, shop_id, status, status_at, source, created_at, note, search, grams, name_key)
    select ${db.tenantId}, 'p' || n || '@example.com', sha256(n::text::bytea), ${shopId}, 'subscribed', now(), 'import', now(),
      repeat('ž', 500), '', '{}', '' from generate_series(1, ${count}) n`;
}

/** Killed in the given step, which is rolled back. */
function killedIn(step: number): ActionRunner {
  let steps = 0;
  return {
    ...runner,
    advance: async (ctx, action) => {
      const done = await runner.advance(ctx, action);
      steps += 1;
      if (steps === step) throw new Error("killed");
      return done;
    },
  };
}

async function begin({ api }: TestCompany): Promise<{ id: string; actionId: string }> {
  const { id } = await api.ok("createExport", { body: input });
  const [action] = (await api.ok("listRunningActions")).items;
  return { id, actionId: action?.id ?? "" };
}

const file = async ({ api }: TestCompany, id: string) =>
  String((await api.call("downloadExport", { params: { export_id: id } })).body);

const partsHolding = async ({ ctx: { db } }: TestCompany, text: string) =>
  (
    await db.sql`
      select from stored_file_part where tenant_id = ${db.tenantId} and position(convert_to(${text}, 'UTF8') in bytes) > 0`
  ).length;

it("resumes after being killed and writes the same file", async () => {
  const test = await company();
  const { api, ctx } = test;
  await fill(test);
  const calm = await begin(test);
  await runAction(ctx, [runner], calm.actionId);
  const whole = await file(test, calm.id);
  expect(whole.split("\r\n")).toHaveLength(2502);

  const { id, actionId } = await begin(test);
  await expect(runAction(ctx, [killedIn(1)], actionId)).rejects.toThrow("killed");
  expect(await api.ok("getExport", { params: { export_id: id } })).toMatchObject({ status: "queued", rows: 0 });
  await expect(runAction(ctx, [killedIn(2)], actionId)).rejects.toThrow("killed");
  expect(await api.ok("getExport", { params: { export_id: id } })).toMatchObject({ status: "running", rows: 500 });
  const [action] = (await api.ok("listRunningActions")).items;
  expect(action?.progress).toBe(19);
  await runAction(ctx, [runner], actionId);
  expect(await file(test, id)).toBe(whole);
  const [size] = await ctx.db.sql<{ size: number }[]>`
    select max(f.size)::float8 as size from stored_file f where f.tenant_id = ${ctx.db.tenantId}`;
  expect(size?.size).toBe(Buffer.byteLength(whole));
});

it("does not export contacts created meanwhile", async () => {
  const test = await company();
  await fill(test);
  const { id, actionId } = await begin(test);
  await expect(runAction(test.ctx, [killedIn(2)], actionId)).rejects.toThrow("killed");
  await test.aContact({ email: "late@example.com" });
  await runAction(test.ctx, [runner], actionId);
  const text = await file(test, id);
  expect([text.includes("late@example.com"), text.split("\r\n").length]).toEqual([false, 2502]);
});

it("removes an erased person from ready files and from those that are being written", async () => {
  const test = await company();
  const { api, ctx } = test;
  const gone = await test.aContact({ email: "gone@example.com", note: 'said "hi",\r\nthen left' });
  await fill(test);
  const ready = await begin(test);
  await runAction(ctx, [runner], ready.actionId);
  const params = { export_id: ready.id };
  const [before, whole] = [await api.ok("getExport", { params }), await file(test, ready.id)];
  const running = await begin(test);
  await expect(runAction(ctx, [killedIn(2)], running.actionId)).rejects.toThrow("killed");
  expect(await partsHolding(test, "gone@example.com")).toBe(2);

  await api.ok("eraseContact", { params: { id: gone.id }, body: { confirm: true } });

  expect(await partsHolding(test, "gone@example.com")).toBe(0);
  const rest = whole.replace(/\d+,gone@example\.com,"[^\n]*\n[^\n]*\n/, "");
  expect(await file(test, ready.id)).toBe(rest);
  expect(await api.ok("getExport", { params })).toEqual({ ...before, rows: 2500, size: Buffer.byteLength(rest) });
  const { actionId } = running;
  expect(await api.ok("getExport", { params: { export_id: running.id } })).toMatchObject({ status: "running" });
  await runAction(ctx, [runner], actionId);
  expect(await file(test, running.id)).toBe(rest);
  expect(await api.ok("getExport", { params: { export_id: running.id } })).toMatchObject({
    status: "ready",
    rows: 2500,
    size: Buffer.byteLength(rest),
  });
});

it.each([
  ["utf-8", ";", true],
  ["windows-1250", "\t", false],
])(
  "keeps the encoding %s, the delimiter %j and the mark of a file that it rewrites",
  async (encoding, delimiter, bom) => {
    const test = await company();
    const people = ["first", "middle", "last"];
    for (const name of people) await test.aContact({ email: `${name}@example.com`, firstName: `Žofie "${name}"` });
    const body = { ...input, fields: ["firstName"], encoding, delimiter, bom };
    const { id } = await test.api.ok("createExport", { body });
    await test.runActions();
    const { items } = await test.api.ok("listContacts", { query: { q: "middle@example.com" } });
    await test.api.ok("eraseContact", { params: { id: items[0]?.id ?? "" }, body: { confirm: true } });
    const { rawPayload } = await test.server.inject({
      url: `/api/v1/tenants/${test.tenant}/exports/${id}/download`,
      headers: { authorization: `Bearer ${test.apiKey}` },
    });
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(rawPayload);
    expect(text).toBe(`${bom ? "\ufeff" : ""}firstName\r\n"Žofie ""first"""\r\n"Žofie ""last"""\r\n`);
  },
);

it("removes a person whose earlier contact was exported, and leaves files of others as they are", async () => {
  const test = await company();
  const { api, runActions } = test;
  const other = await test.aContact({ email: "other@example.com" });
  const earlier = await test.aContact({ email: "gone@example.com" });
  const { id } = await api.ok("createExport", { body: { ...input, fields: ["email"] } });
  await runActions();
  await api.ok("deleteContact", { params: { id: earlier.id } });
  const again = await test.aContact({ email: "gone@example.com" });
  const blacklisted = await api.ok("createExport", { body: { ...input, selection: "blacklisted", fields: ["email"] } });
  await runActions();
  const before = await api.ok("getExport", { params: { export_id: blacklisted.id } });
  await api.ok("eraseContact", { params: { id: again.id }, body: { confirm: true } });
  expect(await file(test, id)).toBe(`email\r\n${other.email}\r\n`);
  expect(await api.ok("getExport", { params: { export_id: blacklisted.id } })).toEqual(before);
  await api.ok("eraseContact", { params: { id: other.id }, body: { confirm: true } });
  expect(await file(test, id)).toBe("email\r\n");
  expect(await api.ok("getExport", { params: { export_id: id } })).toMatchObject({ status: "ready", rows: 0, size: 7 });
});

it("says when a file of an older version went that may contain an erased person", async () => {
  const test = await company();
  const { api, ctx, clock } = test;
  const gone = await test.aContact();
  const { id, actionId } = await begin(test);
  await runAction(ctx, [runner], actionId);
  await ctx.db.sql`delete from contact_export_part where tenant_id = ${ctx.db.tenantId}`;
  await api.ok("eraseContact", { params: { id: gone.id }, body: { confirm: true } });
  const params = { export_id: id };
  const { status, expiresAt } = await api.ok("getExport", { params });
  expect([status, Date.parse(expiresAt ?? "") <= clock.now().getTime()]).toEqual(["expired", true]);
  expect(await api.refused("downloadExport", { params })).toMatchObject({ status: 410, message: "export" });
});

it("is not shown as ready without its file", async () => {
  const test = await company();
  const { api, ctx, clock } = test;
  const { id, actionId } = await begin(test);
  await runAction(ctx, [runner], actionId);
  await ctx.db.sql`delete from stored_file where tenant_id = ${ctx.db.tenantId}`;
  const { status, expiresAt } = await api.ok("getExport", { params: { export_id: id } });
  expect([status, Date.parse(expiresAt ?? "") <= clock.now().getTime()]).toEqual(["expired", true]);
});

it("contains no person erased while a part is written", async () => {
  const test = await company();
  const { api, ctx } = test;
  const gone = await test.aContact({ email: "gone@example.com" });
  const { id, actionId } = await begin(test);
  await Promise.all([
    runAction(ctx, [runner], actionId),
    api.ok("eraseContact", { params: { id: gone.id }, body: { confirm: true } }),
  ]);
  expect(await partsHolding(test, "gone@example.com")).toBe(0);
  expect(await api.ok("getExport", { params: { export_id: id } })).toMatchObject({ status: "ready", rows: 0 });
});
