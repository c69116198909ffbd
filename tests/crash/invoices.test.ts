import { setTimeout as delay } from "node:timers/promises";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../harness/servers/free-port.ts";
import { makeCompany, request, type Company } from "./api.ts";
import { aPreparedFolder, cleanUp, launch, run, startProduct, stopProduct } from "./product.ts";

/** `postrider billing invoice`, killed at any moment. */
let env: Record<string, string>;
let origin: string;
let company: Company;

beforeAll(async () => {
  const port = String(await freePort());
  origin = `http://127.0.0.1:${port}`;
  env = { DATA_DIR: await aPreparedFolder(), PORT: port, WORKERS: "1", HTTP_PROCESSES: "1", BILLING: "1" };
  company = await makeCompany(env);
}, 120_000);

afterAll(cleanUp);

const invoiceArgs = () =>
  `billing invoice --tenant ${company.tenant} --currency CZK --amount 390 --vat-rate 21 --month 2026-01 --json`.split(
    " ",
  );

const Issued = Type.Object({ number: Type.String() });
const Invoices = Type.Object({ items: Type.Array(Issued), total: Type.Integer() });

const kills = 10;

it("leaves no gap in the numbers of invoices", { timeout: 180_000 }, async () => {
  const product = await startProduct(env);
  try {
    const startedAt = performance.now();
    const first = await run(invoiceArgs(), env);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const durationMs = performance.now() - startedAt;
    for (let kill = 0; kill < kills; kill += 1) {
      const command = launch(invoiceArgs(), env);
      await delay(durationMs * (0.5 + (0.5 * kill) / kills));
      if (command.isRunning()) process.kill(command.pid, "SIGKILL");
      await command.ended;
    }
    const last = Value.Parse(Issued, JSON.parse((await run(invoiceArgs(), env)).stdout));
    const { body } = await request(`${origin}/api/v1/tenants/${company.tenant}/billing/invoices?pageSize=100`, {
      headers: { authorization: `Bearer ${company.apiKey}` },
    });
    const { items, total } = Value.Parse(Invoices, body);
    expect(total).toBeGreaterThanOrEqual(2);
    const year = last.number.slice(0, 4);
    const expected = Array.from({ length: total }, (_, index) => `${year}${String(index + 1).padStart(6, "0")}`);
    expect(items.map(({ number }) => number).toSorted()).toEqual(expected);
  } finally {
    await stopProduct(product);
  }
});
