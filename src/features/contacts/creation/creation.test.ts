import { expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { anEmail, company } from "../../../../tests/harness/factories/company.ts";
import { anInsertedList } from "../../../../tests/harness/factories/imports.ts";
import { workerDatabase } from "../../../../tests/harness/servers/database.ts";
import { connect } from "../../../db/client.ts";
import { findContactCountDifferences } from "../counts.sql.ts";

const idIn = (body: unknown) => String(Object(body).id);

it("creates contacts of concurrent requests, each by its own rules", async () => {
  const { api, ctx, purposeId, aContact } = await company();
  const known = await aContact();
  const [left, erased, fresh] = [await aContact(), await aContact(), anEmail()];
  await api.ok("unsubscribeContact", { params: { id: left.id }, body: {} });
  await api.ok("deleteContact", { params: { id: left.id } });
  await api.ok("eraseContact", { params: { id: erased.id }, body: { confirm: true } });
  const create = (email: string, fields: Record<string, unknown> = {}) =>
    api.call("createContact", { body: { email, purposeId, consentConfirmed: true, ...fields } });
  const others = Array.from({ length: 60 }, () => anEmail());
  const answers = await Promise.all([
    create(known.email),
    create(left.email, { firstName: "Eva" }),
    create(erased.email),
    create(fresh, { firstName: "First" }),
    create(fresh, { firstName: "Second" }),
    create(anEmail(), { purposeId: "999999" }),
    create(anEmail(), { shopId: "999999" }),
    ...others.map((email, index) => create(email, { note: `note ${index}`, birthday: "1990-02-28" })),
  ]);
  const refusal = (message: string) => ({ error: expect.objectContaining({ message }) });
  expect(answers).toMatchObject([
    { status: 409, body: refusal("email") },
    { status: 201, body: { status: "unsubscribed", firstName: "Eva" } },
    { status: 409, body: refusal("erased") },
    { status: 201, body: { status: "subscribed", firstName: "First" } },
    { status: 409, body: refusal("email") },
    { status: 400, body: refusal("purposeId") },
    { status: 400, body: refusal("shopId") },
    ...others.map((email, index) => ({
      status: 201,
      body: { email, status: "subscribed", note: `note ${index}`, birthday: "1990-02-28" },
    })),
  ]);
  const read = await Promise.all(
    answers.slice(7).map(({ body }) => api.ok("getContact", { params: { id: idIn(body) } })),
  );
  expect(read).toEqual(answers.slice(7).map(({ body }) => body));
  expect(await findContactCountDifferences(ctx.db)).toEqual([]);
});

it("creates the other contacts when the database rejects one", async () => {
  const { api, ctx, purposeId } = await company();
  const note = `refused ${anEmail()}`;
  const owner = connect((await workerDatabase()).ownerUrl, { max: 1 });
  await owner.unsafe(`alter table contact add constraint refused check (note <> '${note}') not valid`);
  try {
    const create = (fields: Record<string, unknown>) =>
      api.call("createContact", { body: { email: anEmail(), purposeId, consentConfirmed: true, ...fields } });
    const answers = await Promise.all([create({}), create({ note }), create({ note: "welcome" }), create({})]);
    expect(answers.map(({ status }) => status)).toEqual([201, 500, 201, 201]);
  } finally {
    await owner`alter table contact drop constraint refused`;
    await owner.end();
  }
  expect((await api.ok("listContacts")).total).toBe(3);
  expect(await findContactCountDifferences(ctx.db)).toEqual([]);
});

it("creates contacts of concurrent requests in their lists, each by its own rules", async () => {
  holdClock();
  const made = await company();
  const { api, ctx, purposeId, aContact, aList } = made;
  const locked = await anInsertedList(made, "Shop", "shop_contacts");
  const [first, second] = [await aList(), await aList()];
  const [left, refused] = [await aContact({ listIds: [first.id] }), await aContact()];
  await api.ok("unsubscribeListMembers", { params: { list_id: first.id }, body: { contactIds: [left.id] } });
  await api.ok("deleteContact", { params: { id: left.id } });
  await api.ok("unsubscribeContact", { params: { id: refused.id }, body: {} });
  await api.ok("deleteContact", { params: { id: refused.id } });
  const create = (listIds: readonly string[], email = anEmail()) =>
    api.call("createContact", { body: { email, purposeId, consentConfirmed: true, listIds } });
  const answers = await Promise.all([
    create([first.id, "999999"]),
    create([first.id, locked]),
    create([first.id, second.id], left.email),
    create([first.id, second.id], refused.email),
    create([]),
    ...Array.from({ length: 20 }, () => create([first.id, second.id, first.id])),
  ]);
  const joined = [
    { listId: first.id, state: "confirmed" },
    { listId: second.id, state: "confirmed" },
  ];
  expect(answers).toMatchObject([
    { status: 400, body: { error: expect.objectContaining({ message: "listIds.1" }) } },
    { status: 409, body: { error: expect.objectContaining({ message: "locked" }) } },
    { status: 201, body: { status: "subscribed" } },
    { status: 201, body: { status: "unsubscribed", lists: [] } },
    { status: 201, body: { lists: [] } },
    ...Array.from({ length: 20 }, () => ({ status: 201, body: { lists: joined } })),
  ]);
  const read = await Promise.all(
    answers.slice(2).map(({ body }) => api.ok("getContact", { params: { id: idIn(body) } })),
  );
  const withoutSizes = (contacts: readonly unknown[]): unknown =>
    JSON.parse(JSON.stringify(contacts, (key, value: unknown) => (key === "listSize" ? undefined : value)));
  expect(withoutSizes(answers.slice(2).map(({ body }) => body))).toEqual(withoutSizes(read));
  expect(read[0]?.lists).toMatchObject([
    { listId: first.id, state: "unsubscribed" },
    { listId: second.id, state: "confirmed" },
  ]);
  const sizes = await Promise.all(
    [first, second].map(async ({ id }) => (await api.ok("getList", { params: { list_id: id } })).counts.total),
  );
  expect(sizes).toEqual([21, 21]);
  expect(await findContactCountDifferences(ctx.db)).toEqual([]);
});
