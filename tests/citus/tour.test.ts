import { writeFileSync } from "node:fs";
import path from "node:path";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MailingProduct } from "../crash/mailing-product.ts";
import { aFolder, waitUntil } from "../crash/product.ts";
import { startClusterProduct, type ClusterProduct } from "./cluster-product.ts";
import { listRowsMentioning } from "./rows-of-nodes.ts";

let product: ClusterProduct;

beforeAll(async () => {
  product = await startClusterProduct();
}, 300_000);
afterAll(() => product.stop());

const html = '<p>Hello {{df_name}}</p><p><a href="{{df_unsubscribe}}">Unsubscribe</a></p>';
const Id = Type.Object({ id: Type.String() });
const Items = Type.Object({ total: Type.Integer(), items: Type.Array(Id) });
const Status = Type.Object({ status: Type.String(), counts: Type.Record(Type.String(), Type.Integer()) });

/** The quick tour of README.md, for one company. */
async function walk(mailing: MailingProduct, mark: string): Promise<void> {
  const { api, company } = mailing;
  const email = `jana.${mark}@example.com`;
  const created = await mailing.ok("/contacts", {
    email,
    purposeId: company.purposeId,
    consentConfirmed: true,
    firstName: "Jana",
  });
  const id = String(created["id"]);
  const found = await api.read(`/contacts?q=${encodeURIComponent("JÁNA")}&status=subscribed&sort=-createdAt`, Items);
  expect(found).toMatchObject({ total: 1, items: [{ id }] });
  await mailing.ok(`/contacts/${id}/unsubscribe`, { note: "asked on the phone" });
  expect((await api.call(`/contacts/${id}/purposes`)).status).toBe(200);
  await mailing.ok(`/contacts/${id}/erase`, { confirm: true });
  const listId = await mailing.aList("News");
  const file = path.join(aFolder(), "people.csv");
  writeFileSync(file, `E-mail;Jméno;Město\npetr.${mark}@example.com;Petr;Brno\neva.${mark}@example.com;Eva;Praha\n`);
  const args = ["--tenant", company.tenant, "--file", file, "--list", listId, "--consent-confirmed", "--json"];
  const imported = await mailing.command("import", "--map", "E-mail=email,Jméno=firstName,Město=city", ...args);
  expect(JSON.parse(imported)).toMatchObject({ created: 2 });
  const rule = { type: "field", field: "city", operator: "eq", value: "brno" };
  const definition = { type: "group", match: "all", rules: [rule] };
  expect(await mailing.ok("/segments/preview", { shopId: company.shopId, definition })).toMatchObject({ matched: 1 });
  await mailing.ok("/content/lint", { html: "<p>Hello {{df_nome}}</p>", subject: "News", preheader: "" });
  expect(await mailing.ok("/campaigns/audience", { audience: { listIds: [listId] } })).toMatchObject({ recipients: 2 });
  const campaignId = await mailing.aDraft(listId, html);
  await mailing.ok(`/campaigns/${campaignId}/approve`, { expectedRecipients: 2 });
  const progress = () => api.read(`/campaigns/${campaignId}`, Status);
  await waitUntil(async () => (await progress()).status === "completed", 60_000);
  const got = product.companies[0].mailing.sink.accepted.filter(({ to }) => to.endsWith(`.${mark}@example.com`));
  expect(got.map(({ to }) => to).toSorted()).toEqual([`eva.${mark}@example.com`, `petr.${mark}@example.com`]);
  // Statistics follow by the journal.
  const Stats = Type.Object({ totals: Type.Object({ sent: Type.Integer() }) });
  await waitUntil(async () => (await api.read(`/stats/campaigns/${campaignId}`, Stats)).totals.sent === 2, 60_000);
}

describe("the quick tour", () => {
  it("works for two companies on different nodes at once", async () => {
    const [one, other] = product.companies;
    expect(one.node).not.toBe(other.node);
    await Promise.all([walk(one.mailing, "one"), walk(other.mailing, "other")]);
  }, 300_000);

  it("leaves the erased address on no node", async () => {
    const { nodes } = product.database.cluster;
    expect(await listRowsMentioning(nodes, "petr.one@example.com")).not.toEqual([]);
    expect(await listRowsMentioning(nodes, "jana.one@example.com")).toEqual([]);
    expect(await listRowsMentioning(nodes, "jana.other@example.com")).toEqual([]);
  }, 120_000);
});

it("remembers opt-outs of a deleted contact", async () => {
  const { mailing } = product.companies[0];
  const { api, company } = mailing;
  const body = { email: "left@example.com", purposeId: company.purposeId, consentConfirmed: true };
  const { id } = await mailing.ok("/contacts", body);
  await mailing.ok(`/contacts/${String(id)}/unsubscribe`, {});
  expect((await api.call(`/contacts/${String(id)}`, { method: "DELETE" })).status).toBeLessThan(300);
  const again = await api.call("/contacts", { method: "POST", body });
  expect(again.body).not.toMatchObject({ status: "subscribed" });
});

it("is described by the doctor", async () => {
  const report: { checks: { name: string; state: string; message: string }[] } = JSON.parse(
    await product.companies[0].mailing.command("doctor", "--json"),
  );
  const cluster = report.checks.filter(({ name }) => name.startsWith("cluster"));
  expect(cluster.map(({ name, state }) => [name, state])).toEqual([
    ["cluster", "ok"],
    ["cluster_tables", "ok"],
    ["cluster_shards", "ok"],
  ]);
});
