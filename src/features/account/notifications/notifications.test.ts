import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import type { NotificationType } from "../../../jobs/notification-types.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import { addMs, minutes } from "../../../kernel/local-time.ts";

const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });

/** Inserts notifications a minute apart; returns their ids, oldest first. */
async function tell({ api, ctx, clock }: TestCompany, ...types: readonly NotificationType[]): Promise<string[]> {
  for (const [index, type] of types.entries()) {
    await insertNotification(ctx.db, { type, params: { index }, at: addMs(clock.now(), minutes(index)) });
  }
  const { items } = await api.ok("listNotifications", { query: { sort: "at", pageSize: 100 } });
  return items.map(({ id }) => id);
}

it("lists notifications, newest first, with the number of unread ones", async () => {
  holdClock();
  const test = await company();
  const [older, newer] = await tell(test, "list_merged", "list_deleted");
  const { clock, api } = test;
  const items = [
    {
      id: newer,
      type: "list_deleted",
      at: addMs(clock.now(), minutes(1)).toISOString(),
      read: false,
      params: { index: 1 },
    },
    { id: older, type: "list_merged", at: clock.now().toISOString(), read: false, params: { index: 0 } },
  ];
  expect(await api.ok("listNotifications")).toEqual({ items, total: 2, page: 1, pageSize: 25, unread: 2 });
  expect(await api.ok("listNotifications", { query: { page: 2, pageSize: 1 } })).toEqual({
    items: items.slice(1),
    total: 2,
    page: 2,
    pageSize: 1,
    unread: 2,
  });
});

it("filters by type, by read state and by words of the type", async () => {
  const test = await company();
  const { api } = test;
  const [merged, deleted, imported] = await tell(test, "list_merged", "list_deleted", "import_finished");
  await api.ok("readNotifications", { body: { ids: [merged] } });
  const list = async (query: Record<string, unknown>) => {
    const { items, total, unread } = await api.ok("listNotifications", { query });
    return { ids: items.map(({ id }) => id), total, unread };
  };
  expect(await list({ read: true })).toEqual({ ids: [merged], total: 1, unread: 2 });
  expect(await list({ read: false })).toEqual({ ids: [imported, deleted], total: 2, unread: 2 });
  expect(await list({ type: "list_deleted" })).toEqual({ ids: [deleted], total: 1, unread: 2 });
  expect(await list({ q: "List" })).toEqual({ ids: [deleted, merged], total: 2, unread: 2 });
  expect(await list({ q: "list", read: false })).toEqual({ ids: [deleted], total: 1, unread: 2 });
  expect(await api.refused("listNotifications", { query: { sort: "type" } })).toEqual(refusal("sort"));
  expect(await api.refused("listNotifications", { query: { sort: "at,-at" } })).toEqual(refusal("sort"));
  expect(await api.refused("listNotifications", { query: { read: "maybe" } })).toEqual(refusal("read"));
});

it("marks some or all as read or unread and counts the changes", async () => {
  const test = await company();
  const { api } = test;
  const [first, second] = await tell(test, "list_merged", "list_merged", "list_merged");
  const unread = async () => (await api.ok("listNotifications")).unread;
  expect(await api.ok("readNotifications", { body: { ids: [first, second] } })).toEqual({ changed: 2 });
  expect(await api.ok("readNotifications", { body: { ids: [first] } })).toEqual({ changed: 0 });
  expect(await unread()).toBe(1);
  expect(await api.ok("readNotifications", { body: { all: true } })).toEqual({ changed: 1 });
  expect(await unread()).toBe(0);
  expect(await api.ok("unreadNotifications", { body: { ids: [second] } })).toEqual({ changed: 1 });
  expect(await unread()).toBe(1);
  expect(await api.ok("unreadNotifications", { body: { all: true } })).toEqual({ changed: 2 });
  expect(await unread()).toBe(3);
});

it("deletes some or all", async () => {
  const test = await company();
  const [first] = await tell(test, "list_merged", "list_merged", "list_merged");
  expect(await test.api.ok("deleteNotifications", { body: { ids: [first, "999999999999"] } })).toEqual({ changed: 1 });
  expect(await test.api.ok("deleteNotifications", { body: { all: true } })).toEqual({ changed: 2 });
  expect(await test.api.ok("listNotifications")).toMatchObject({ items: [], total: 0, unread: 0 });
});

it.each(["readNotifications", "unreadNotifications", "deleteNotifications"] as const)(
  "%s requires ids or `all`",
  async (operation) => {
    const { api } = await company();
    const tooMany = Array.from({ length: 1001 }, () => "1");
    for (const body of [{}, { all: false }, { ids: [] }, { ids: ["1"], all: true }, { ids: tooMany }]) {
      expect(await api.refused(operation, { body })).toEqual(refusal("ids"));
    }
    expect(await api.refused(operation, { body: { ids: ["x"] } })).toEqual(refusal("ids.0"));
  },
);

it("does not change notifications of another company", async () => {
  const [{ api }, other] = await Promise.all([company(), company()]);
  const ids = await tell(other, "list_merged");
  expect(await api.ok("listNotifications")).toMatchObject({ items: [], total: 0, unread: 0 });
  for (const body of [{ ids }, { all: true }]) {
    expect(await api.ok("readNotifications", { body })).toEqual({ changed: 0 });
    expect(await api.ok("deleteNotifications", { body })).toEqual({ changed: 0 });
  }
  expect(await other.api.ok("listNotifications")).toMatchObject({ total: 1, unread: 1 });
});
