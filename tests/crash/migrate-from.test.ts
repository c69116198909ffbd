import { writeFileSync } from "node:fs";
import path from "node:path";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toZip } from "../harness/factories/platform-migrations.ts";
import { freePort } from "../harness/servers/free-port.ts";
import { companyArgs, CreatedCompany, request, type Company } from "./api.ts";
import { killAll, listTree } from "../harness/servers/processes.ts";
import {
  aFolder,
  aPreparedFolder,
  cleanUp,
  launch,
  run,
  startProduct,
  stopProduct,
  waitFor,
  waitUntil,
} from "./product.ts";

const files = aFolder();
let env: Record<string, string>;
let origin: string;
let company: Company;

beforeAll(async () => {
  const port = String(await freePort());
  origin = `http://127.0.0.1:${port}`;
  env = { DATA_DIR: await aPreparedFolder(), PORT: port, WORKERS: "1", DEMO: "0" };
  const { stdout } = await run(companyArgs("boss@example.com"), env);
  company = Value.Parse(CreatedCompany, JSON.parse(stdout));
});

afterAll(cleanUp);

const counts = { subscribed: 6000, unsubscribed: 600, cleaned: 300 };

function anExport(): string {
  const rows = (name: string, count: number) =>
    `Email Address,First Name\r\n${Array.from({ length: count }, (_, n) => `${name}${n}@example.com,Jana\r\n`).join("")}`;
  const entries = Object.entries(counts).map(([name, count]) => [`${name}_members_export.csv`, rows(name, count)]);
  const file = path.join(files, "export.zip");
  writeFileSync(file, toZip(Object.fromEntries(entries)));
  return file;
}

const ask = async (url: string) =>
  (
    await request(`${origin}/api/v1/tenants/${company.tenant}${url}`, {
      headers: { authorization: `Bearer ${company.apiKey}` },
    })
  ).body;

const Total = Type.Object({ total: Type.Integer() });
const countContacts = async (query: string) => Value.Parse(Total, await ask(`/contacts?pageSize=1&${query}`)).total;
const Legacy = Type.Object({ state: Type.String(), migrations: Type.Array(Type.Object({ counts: Type.Unknown() })) });

it(
  "continues a migration whose processes were killed: each contact once, in the state of the export",
  { timeout: 120_000 },
  async () => {
    const arguments_ = ["migrate-from", "mailchimp", "--tenant", company.tenant, "--file", anExport(), "--json"];
    const product = await startProduct(env);
    const command = launch(arguments_, env);
    await waitFor(async () => ((await countContacts("")) > 0 ? true : undefined), 60_000);
    killAll([command.pid, product.pid, ...listTree(product.pid)]);
    await waitUntil(() => !command.isRunning() && !product.isRunning());

    const restarted = await startProduct(env);
    try {
      // The same command continues the migration, with the worker or after it.
      const { code, stdout, stderr } = await run(arguments_, env);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(JSON.parse(stdout)).toMatchObject({ migrationId: expect.stringMatching(/^\d+$/), state: "completed" });
      const { state, migrations } = Value.Parse(Legacy, await ask("/legacy"));
      const all = counts.subscribed + counts.unsubscribed + counts.cleaned;
      expect(state).toBe("completed");
      expect(migrations.at(-1)?.counts).toMatchObject({
        contacts: all,
        created: all,
        updated: 0,
        skipped: 0,
        lists: 1,
      });
      expect({
        all: await countContacts(""),
        subscribed: await countContacts("status=subscribed"),
        unsubscribed: await countContacts("status=unsubscribed"),
        cleaned: await countContacts("status=bounced"),
      }).toEqual({ all, ...counts });
    } finally {
      await stopProduct(restarted);
    }
  },
);

it("refuses what it cannot read in one line", { timeout: 120_000 }, async () => {
  const damaged = path.join(files, "damaged.zip");
  writeFileSync(damaged, "PK\u0003\u0004 damaged");
  const others = path.join(files, "others.csv");
  writeFileSync(others, "name\nJana\n");
  const nowhere = ["--url", "http://127.0.0.1:1", "--user", "me", "--key", "secret"];
  const product = await startProduct(env);
  try {
    for (const [platform, options, message] of [
      ["mailchimp", [], "give --file or --url"],
      ["mailchimp", ["--file", "/nowhere.zip"], "there is no file /nowhere.zip"],
      ["mailchimp", ["--file", damaged], "the export is not readable: no directory"],
      ["mautic", ["--file", others], "validation file (reason empty; min 1; unit contacts)"],
      ["mautic", nowhere, "--url needs smartemailing; export a file from mautic"],
      ["smartemailing", nowhere, "--url leads to a private address; calls go there only with WEBHOOK_ALLOW_PRIVATE=1"],
    ] as const) {
      const result = await run(["migrate-from", platform, "--tenant", company.tenant, ...options], env);
      expect(result).toEqual({ code: 1, stdout: "", stderr: `postrider: ${message}\n` });
    }
  } finally {
    await stopProduct(product);
  }
});
