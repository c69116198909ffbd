import { setTimeout as delay } from "node:timers/promises";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { waitUntil } from "../crash/product.ts";
import { startWriters, type Writers } from "../crash/writers.ts";
import { nodeOf, startClusterProduct, type ClusterProduct } from "./cluster-product.ts";
import { findLosses, noLosses } from "./losses.ts";

let product: ClusterProduct;

beforeAll(async () => {
  product = await startClusterProduct();
}, 300_000);
afterAll(() => product.stop());

const acknowledged = ({ written }: Writers) => written.acknowledged.length;
const isOneMore = (writers: Writers, count: number) => waitUntil(() => acknowledged(writers) >= count, 60_000);

it("loses nothing that was acknowledged when a node is killed, and companies of other nodes are still read", async () => {
  const [lost, kept] = product.companies;
  const [lostWriters, keptWriters] = [startWriters(lost.mailing.api, 4), startWriters(kept.mailing.api, 4)];
  await Promise.all([isOneMore(lostWriters, 50), isOneMore(keptWriters, 50)]);
  await lost.node.kill();
  const reads = Array.from({ length: 20 }, () => kept.mailing.api.call("/contacts?pageSize=5"));
  expect((await Promise.all(reads)).filter(({ status }) => status !== 200)).toEqual([]);
  await lost.node.start();
  await isOneMore(lostWriters, acknowledged(lostWriters) + 50);
  await isOneMore(keptWriters, acknowledged(keptWriters) + 50);
  await Promise.all([lostWriters.stop(), keptWriters.stop()]);
  expect(await findLosses(lost, lostWriters)).toEqual(noLosses);
  expect(await findLosses(kept, keptWriters)).toEqual(noLosses);
}, 300_000);

const Status = Type.Object({ status: Type.String() });

it("moves shards during an import and a campaign", async () => {
  const { sql, database, companies } = product;
  const [own] = companies;
  const { mailing, node } = own;
  const emails = (mark: string, count: number) => Array.from({ length: count }, (_, n) => `${mark}${n}@example.com`);
  const listId = await mailing.aList("Moved");
  await mailing.import(listId, emails("moved", 2000));
  const campaignId = await mailing.aDraft(listId, "<p>Hello {{df_name}}</p>");
  await mailing.ok(`/campaigns/${campaignId}/approve`, { expectedRecipients: 2000 });
  await sql`select citus_set_node_property('127.0.0.1', ${node.port}::int, 'shouldhaveshards', false)`;
  await sql`select citus_rebalance_start(drain_only => true)`;
  const importing = mailing.import(await mailing.aList("Imported meanwhile"), emails("later", 5000));
  const isMoved = async () => (await nodeOf(database, sql, own.tenantId)) !== node;
  await waitUntil(isMoved, 240_000);
  await importing;
  const isCompleted = async () =>
    (await mailing.api.read(`/campaigns/${campaignId}`, Status)).status === "completed" || delay(500, false);
  await waitUntil(isCompleted, 240_000);
  const got = mailing.sink.accepted.filter(({ to }) => to.startsWith("moved")).map(({ to }) => to);
  expect(got.length).toBe(new Set(got).size);
  expect(new Set(got).size).toBe(2000);
  const { total } = await mailing.api.read("/contacts?q=later&pageSize=1", Type.Object({ total: Type.Integer() }));
  expect(total).toBe(5000);
}, 600_000);
