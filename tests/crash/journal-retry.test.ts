import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../harness/servers/free-port.ts";
import { cleanUp, waitUntil } from "./product.ts";
import { MailingProduct } from "./mailing-product.ts";

let product: MailingProduct;
let metricsPort: number;

beforeAll(async () => {
  metricsPort = await freePort();
  product = await MailingProduct.start({ WORKERS: "1", WORKER_METRICS_PORT: String(metricsPort) });
}, 120_000);

afterAll(async () => {
  await cleanUp();
  await product.sink.close();
});

type Parked = { reader: string; type: string };

const listParked = (): Promise<Parked[]> =>
  product.inDatabase(
    (sql) => sql<Parked[]>`select reader, type from parked_journal_entry where type = 'emails_sent' order by reader`,
  );

const retry = () => product.command("journal", "retry", "--tenant", product.company.tenant, "--json");

it("goes on after an entry that a reader cannot process, which a command processes when the cause is removed", async () => {
  const poison = JSON.stringify({ campaignId: "1", variantId: "1", count: "poison" });
  await product.inDatabase(
    (sql) => sql`
      insert into journal (tenant_id, at, type, payload)
      select tenant_id, now(), 'emails_sent', ${poison}::jsonb from company where guid = ${product.company.tenant}`,
  );
  await waitUntil(async () => (await listParked()).length > 0, 60_000);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/^postrider_loop_failures_total\{loop="journal readers"\} \d/m);
  expect(metrics).toMatch(/^postrider_loop_lag_seconds\{loop="delivery"\} \d/m);
  expect(await product.command("doctor")).toContain("Entries are parked");
  await expect(retry()).rejects.toThrow("journal ended with 1");
  await product.inDatabase(
    (sql) => sql`
      update journal set payload = payload || '{"count": 1}'
      where type = 'emails_sent' and payload->>'count' = 'poison'`,
  );
  expect(JSON.parse(await retry())).toMatchObject({ gone: 0, parked: 0 });
  expect(await listParked()).toEqual([]);
}, 150_000);
