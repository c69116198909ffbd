import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company } from "../../../../tests/harness/factories/company.ts";

it("creates secret URLs, shows each once, and deletes them", async () => {
  holdClock();
  const { api, ctx, clock } = await company();
  const made = await api.ok("createSendingHook", { body: { provider: "ses" } });
  const { url, ...rest } = made;
  expect(url).toMatch(new RegExp(`^${ctx.publicUrl}/hooks/ses/[\\w-]{43}$`));
  expect(rest).toEqual({
    id: made.id,
    provider: "ses",
    hint: `${url.slice(-43, -37)}…`,
    createdAt: clock.now().toISOString(),
    usedAt: null,
  });
  const other = await api.ok("createSendingHook", { body: { provider: "postmark" } });
  expect(await api.ok("listSendingHooks")).toEqual({
    items: [rest, { ...rest, id: other.id, provider: "postmark", hint: other.hint }],
  });
  const rows = await ctx.db.sql`
    select secret_hash::text as hash from sending_hook_lookup where tenant_id = ${ctx.db.tenantId}`;
  expect(JSON.stringify(rows)).not.toContain(url.slice(-43));
  await api.ok("deleteSendingHook", { params: { hook_id: made.id } });
  expect(await api.ok("listSendingHooks")).toEqual({
    items: [{ ...rest, id: other.id, provider: "postmark", hint: other.hint }],
  });
  expect(await api.refused("deleteSendingHook", { params: { hook_id: made.id } })).toMatchObject({
    status: 404,
    message: "hook",
  });
});

it("rejects other providers, more than ten hooks, and ids of other companies", async () => {
  const [own, other] = await Promise.all([company(), company()]);
  for (const body of [{}, { provider: "gmail" }, { provider: 1 }]) {
    expect(await own.api.refused("createSendingHook", { body })).toMatchObject({ status: 400, message: "provider" });
  }
  const foreign = await other.api.ok("createSendingHook", { body: { provider: "ses" } });
  expect(await own.api.refused("deleteSendingHook", { params: { hook_id: foreign.id } })).toMatchObject({
    status: 404,
  });
  expect(await own.api.ok("listSendingHooks")).toEqual({ items: [] });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => own.api.call("createSendingHook", { body: { provider: "ses" } })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(await own.api.refused("createSendingHook", { body: { provider: "ses" } })).toMatchObject({
    code: "conflict",
    message: "limit",
  });
});
