import { writeFileSync } from "node:fs";
import path from "node:path";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../harness/servers/free-port.ts";
import { companyArgs, CreatedCompany, request, type Company } from "./api.ts";
import { aFolder, aPreparedFolder, cleanUp, run, startProduct, stopProduct } from "./product.ts";

/** `postrider import`, with and without a server. */
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

const Counts = Type.Object({ status: Type.String(), rows: Type.Integer(), created: Type.Integer() });

function aFile(mark: string, rows: number): string {
  const file = path.join(files, `${mark}.csv`);
  writeFileSync(
    file,
    `E-mail,first\n${Array.from({ length: rows }, (_, n) => `${mark}${n}@example.com,Jana\n`).join("")}`,
  );
  return file;
}

const importing = (file: string, ...options: readonly string[]) =>
  run(["import", "--tenant", company.tenant, "--file", file, "--map", "E-mail=email,first=firstName", ...options], env);

it("imports while no server runs, with plain progress lines", { timeout: 120_000 }, async () => {
  const plain = await importing(aFile("a", 1500), "--consent-confirmed");
  expect(plain).toMatchObject({ code: 0, stdout: expect.stringMatching(/created +1500\n[^]*notAddedToLists 0\n/) });
  expect(plain.stderr).toMatch(/^\s*0 %[\s\S]*100 %\s*$/);
  const unconfirmed = await importing(aFile("b", 2));
  expect(unconfirmed.code).toBe(1);
  expect(unconfirmed.stderr).toMatch(/^postrider: validation consentConfirmed \(.*\): give --consent-confirmed\n$/);
});

it("imports while a server runs that could do it too", { timeout: 120_000 }, async () => {
  const product = await startProduct(env);
  try {
    const { code, stdout, stderr } = await importing(aFile("c", 3000), "--consent-confirmed", "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(Value.Parse(Counts, JSON.parse(stdout))).toMatchObject({ status: "completed", rows: 3000, created: 3000 });
    const contacts = await request(`${origin}/api/v1/tenants/${company.tenant}/contacts?pageSize=1`, {
      headers: { authorization: `Bearer ${company.apiKey}` },
    });
    expect(contacts).toMatchObject({ body: { total: 4500 } });
  } finally {
    await stopProduct(product);
  }
});
