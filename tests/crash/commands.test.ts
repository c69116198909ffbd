import { readFileSync } from "node:fs";
import path from "node:path";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findStartTime } from "../../src/db/embedded/processes.ts";
import { freePort } from "../harness/servers/free-port.ts";
import { createApi, companyArgs, CreatedCompany, password, errorBody, request, type Company } from "./api.ts";
import { listTree, listUsing } from "../harness/servers/processes.ts";
import { aFolder, cleanUp, run, startProduct, stopProduct, type ProductProcess } from "./product.ts";

const dataDir = aFolder();
let env: Record<string, string>;
let origin: string;

beforeAll(async () => {
  const port = String(await freePort());
  origin = `http://127.0.0.1:${port}`;
  env = { DATA_DIR: dataDir, PORT: port, WORKERS: "1" };
});

afterAll(cleanUp);

/** The one line that a command with `--json` prints. */
async function runJson(...args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await run(args, env);
  expect({ code, stderr, lines: stdout.split("\n").length }).toEqual({ code: 0, stderr: "", lines: 2 });
  return JSON.parse(stdout);
}

const makeCompany = async (email: string): Promise<Company> =>
  Value.Parse(CreatedCompany, await runJson(...companyArgs(email)));

const Key = Type.Object({ apiKey: Type.String() }, { additionalProperties: false });
const MemberId = Type.Object({ member: Type.String({ pattern: "^[0-9]+$" }) }, { additionalProperties: false });

async function makeKey({ tenant }: Company, email: string, ...options: readonly string[]): Promise<string> {
  const made = await runJson("key", "create", "--tenant", tenant, "--email", email, "--json", ...options);
  return Value.Parse(Key, made).apiKey;
}

const makeMember = async ({ tenant }: Company, email: string, roles: string): Promise<string> => {
  const identity = ["--tenant", tenant, "--email", email, "--password", password, "--roles", roles];
  return Value.Parse(MemberId, await runJson("member", "create", ...identity, "--json")).member;
};

const signIn = (email: string) => request(`${origin}/api/v1/session`, { method: "POST", body: { email, password } });

const hasPassed = { ok: true };

describe("commands without a server and with one", () => {
  let early: Company;
  let earlyKey: string;
  let product: ProductProcess;

  it("creates companies, members and keys while no server runs, and leaves no process", async () => {
    expect(await runJson("migrate", "--json")).toMatchObject({ migration: expect.any(Number) });
    early = await makeCompany("early@example.com");
    await makeMember(early, "analyst@example.com", "analyst,content_editor");
    earlyKey = await makeKey(early, "early@example.com", "--scope", "read");
    expect(await runJson("doctor", "--json")).toMatchObject(hasPassed);
    expect(listUsing(dataDir)).toEqual([]);
  });

  it("serves what was created before it started", async () => {
    product = await startProduct(env);
    expect(product.output).toEqual({ stdout: `Postrider is ready at ${origin}\n`, stderr: "" });
    expect((await createApi(origin, early, early.apiKey).addContact("first@example.com")).status).toBe(201);
    expect(await createApi(origin, early, earlyKey).call("/contacts")).toMatchObject({
      status: 200,
      body: { total: 1 },
    });
    expect(await signIn("analyst@example.com")).toMatchObject({
      status: 200,
      body: { companies: [{ tenant: early.tenant, roles: ["content_editor", "analyst"] }] },
    });
  });

  it("creates companies, members and keys while the server runs", async () => {
    const late = await makeCompany("late@example.com");
    const member = await makeMember(late, "editor@example.com", "content_editor");
    expect(await signIn("editor@example.com")).toMatchObject({
      status: 200,
      body: { companies: [{ tenant: late.tenant, memberId: member, roles: ["content_editor"] }] },
    });
    expect((await createApi(origin, late, late.apiKey).addContact("first@example.com")).status).toBe(201);
    const reading = createApi(origin, late, await makeKey(late, "late@example.com", "--scope", "read"));
    expect(await reading.call("/contacts")).toMatchObject({ status: 200, body: { total: 1 } });
    const { status, body } = await reading.addContact("second@example.com");
    expect({ status, body }).toEqual({ status: 403, body: errorBody("forbidden", "scope") });
    const other = createApi(origin, late, await makeKey(late, "late@example.com", "--roles", "accountant"));
    expect((await other.call("/contacts")).status).toBe(403);
    expect(await runJson("migrate", "--json")).toMatchObject({ migration: expect.any(Number) });
    expect(await runJson("doctor", "--json")).toMatchObject(hasPassed);
  });

  it("prints the same as lines of name and value without --json", async () => {
    const { code, stdout } = await run(companyArgs("lines@example.com").slice(0, -1), env);
    expect(code).toBe(0);
    expect(stdout.match(/^\w+/gm)).toEqual(["tenant", "shopId", "purposeId", "member", "apiKey", "senderId"]);
  });

  it("creates a company with a verified sender", async () => {
    const args = [...companyArgs("sending@example.com"), "--sender", "News@Shop.example"];
    const made = Value.Parse(CreatedCompany, await runJson(...args));
    expect(await createApi(origin, made, made.apiKey).call("/senders")).toMatchObject({
      status: 200,
      body: { items: [{ id: made.senderId, email: "news@shop.example", name: "Crash & Co", verified: true }] },
    });
  });

  it("rejects invalid companies, and stores nothing", async () => {
    for (const wrong of [
      ["--country", "Czechia"],
      ["--language", "czech"],
      ["--currency", "koruna"],
      ["--time-zone", "Mars/Base"],
      ["--sender", "nobody"],
    ]) {
      const { code, stdout, stderr } = await run([...companyArgs("wrong@example.com"), ...wrong], env);
      expect({ wrong, code, stdout, stderr }).toMatchObject({ wrong, code: 1, stdout: "" });
      expect(stderr).toMatch(/^postrider: validation (country|language|currency|timeZone|sender)( \(.*\))?\n$/);
    }
    expect((await signIn("wrong@example.com")).status).toBe(401);
  });

  it("rejects a second start in one sentence, and the first continues", async () => {
    expect({ isRunning: product.isRunning(), ...product.output }).toMatchObject({ isRunning: true, stderr: "" });
    const second = await run(["start"], { ...env, PORT: String(await freePort()) });
    expect(second).toEqual({
      code: 1,
      stdout: "",
      stderr:
        `The data folder ${dataDir} is in use by "postrider start" (process ${product.pid}). ` +
        "Stop it first, or set DATA_DIR to another folder.\n",
    });
    expect((await createApi(origin, early, early.apiKey).call("/contacts")).status).toBe(200);
  });

  it("refuses to restore while a server runs", async () => {
    const { code, stdout, stderr } = await run(["restore", path.join(dataDir, "postgres.log")], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^"postrider start" \(process \d+\) is using .*\. Stop it first\.\n$/);
  });

  it("stops everything within ten seconds of SIGTERM", async () => {
    const all = [product.pid, ...listTree(product.pid)].map((pid) => ({ pid, birth: findStartTime(pid) }));
    expect(all.length).toBeGreaterThan(5);
    const askedAt = performance.now();
    expect(await stopProduct(product)).toMatchObject({ code: 0, stderr: "" });
    // A process that does not end by itself is killed after 30 seconds.
    expect(performance.now() - askedAt).toBeLessThan(25_000);
    expect(all.filter(({ pid, birth }) => findStartTime(pid) === birth)).toEqual([]);
    expect(listUsing(dataDir)).toEqual([]);
    expect(readFileSync(path.join(dataDir, "postgres.log"), "utf8")).toContain("database system is shut down");
  }, 60_000);
});
