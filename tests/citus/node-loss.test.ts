import { setTimeout as delay } from "node:timers/promises";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { MailingProduct } from "../crash/mailing-product.ts";
import { waitUntil } from "../crash/product.ts";
import { startWriters, type Writers } from "../crash/writers.ts";
import { findNode, startClusterProduct, type ClusterProduct } from "./cluster-product.ts";
import { findLosses, noLosses } from "./losses.ts";

let product: ClusterProduct;

beforeAll(async () => {
  product = await startClusterProduct();
}, 300_000);
afterAll(() => product.stop());

/** The limit of a test. What it waits for has no limit of its own, because a busy machine is slow. */
const timeoutMs = 900_000;

const until = (isTrue: () => boolean | Promise<boolean>) => waitUntil(isTrue, timeoutMs);

const acknowledged = ({ written }: Writers) => written.acknowledged.length;
const isOneMore = (writers: Writers, count: number) => until(() => acknowledged(writers) >= count);

const Status = Type.Object({ status: Type.String() });

const isCompleted = (mailing: MailingProduct, campaignId: string) => async () =>
  (await mailing.api.read(`/campaigns/${campaignId}`, Status)).status === "completed" || delay(500, false);

const emails = (mark: string, count: number) => Array.from({ length: count }, (_, n) => `${mark}${n}@example.com`);

/** The recipients whose address begins with the mark, as often as they got a message. */
const recipientsOf = ({ sink }: MailingProduct, mark: string) =>
  sink.accepted.map(({ to }) => to).filter((to) => to.startsWith(mark));

it(
  "loses nothing that was acknowledged when a node is killed, and companies of other nodes go on",
  { timeout: timeoutMs },
  async () => {
    const [lost, kept] = product.companies;
    const listId = await kept.mailing.aList("Kept");
    await kept.mailing.import(listId, emails("kept", 1000));
    const campaignId = await kept.mailing.aDraft(listId, '<p>Hello <a href="https://example.com/">{{df_name}}</a></p>');
    const [lostWriters, keptWriters] = [startWriters(lost.mailing.api, 4), startWriters(kept.mailing.api, 4)];
    await Promise.all([isOneMore(lostWriters, 50), isOneMore(keptWriters, 50)]);
    await lost.node.kill();
    try {
      await isOneMore(keptWriters, acknowledged(keptWriters) + 50);
      await kept.mailing.ok(`/campaigns/${campaignId}/approve`, { expectedRecipients: 1000 });
      await until(isCompleted(kept.mailing, campaignId));
      await kept.mailing.import(await kept.mailing.aList("Imported meanwhile"), emails("meanwhile", 500));
    } finally {
      await lost.node.start();
    }
    await isOneMore(lostWriters, acknowledged(lostWriters) + 50);
    await Promise.all([lostWriters.stop(), keptWriters.stop()]);
    expect(recipientsOf(kept.mailing, "kept").toSorted()).toEqual(emails("kept", 1000).toSorted());
    expect(await findLosses(lost, lostWriters)).toEqual(noLosses);
    expect(await findLosses(kept, keptWriters)).toEqual(noLosses);
  },
);

it("moves shards during an import and a campaign", { timeout: timeoutMs }, async () => {
  const { sql, database, companies } = product;
  const [own] = companies;
  const { mailing, node } = own;
  const listId = await mailing.aList("Moved");
  await mailing.import(listId, emails("moved", 2000));
  const campaignId = await mailing.aDraft(listId, "<p>Hello {{df_name}}</p>");
  await mailing.ok(`/campaigns/${campaignId}/approve`, { expectedRecipients: 2000 });
  await sql`select citus_set_node_property('127.0.0.1', ${node.port}::int, 'shouldhaveshards', false)`;
  await sql`select citus_rebalance_start(drain_only => true)`;
  const importing = mailing.import(await mailing.aList("Imported meanwhile"), emails("later", 5000));
  const isMoved = async () => (await findNode(database, sql, own.tenantId)) !== node;
  await until(isMoved);
  await importing;
  await until(isCompleted(mailing, campaignId));
  expect(recipientsOf(mailing, "moved").toSorted()).toEqual(emails("moved", 2000).toSorted());
  const { total } = await mailing.api.read("/contacts?q=later&pageSize=1", Type.Object({ total: Type.Integer() }));
  expect(total).toBe(5000);
});
