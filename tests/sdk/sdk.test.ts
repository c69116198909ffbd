import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { asNode } from "../../src/surfaces/docs/shape.ts";
import { generate } from "../../sdk/generator/generate.ts";
import { createClient, Download, PostriderError, type Postrider } from "../../sdk/src/index.ts";
import { anEmail, company, type TestCompany } from "../harness/factories/company.ts";

/** Never called: each has to be an error of types. */
const misuses = [
  // @ts-expect-error the status is no number
  async (api: Postrider): Promise<number> => (await api.contacts.get("1")).status,
  // @ts-expect-error no such status
  (api: Postrider) => api.contacts.list({ status: "happy" }),
  // @ts-expect-error the consent is missing
  (api: Postrider) => api.contacts.create({ email: "jana@example.com", purposeId: "1" }),
  // @ts-expect-error a name is a text
  (api: Postrider) => api.campaigns.update("1", { name: 5 }),
  // @ts-expect-error no such code
  ({ code }: PostriderError) => code === "teapot",
];

describe("the generated part of the SDK", () => {
  it("is what the OpenAPI document gives: run `npm run sdk` after a change of contracts", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "postrider-sdk-"));
    try {
      generate(folder);
      for (const file of ["types.ts", "operations.ts"]) {
        const committed = readFileSync(path.resolve("sdk/src/generated", file), "utf8");
        expect({ file, isFresh: committed === readFileSync(path.join(folder, file), "utf8") }).toEqual({
          file,
          isFresh: true,
        });
        expect(committed.length).toBeLessThan(250_000);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("compiles on its own, for browsers and Node, and rejects wrong types", { timeout: 120_000 }, async () => {
    const tsc = path.resolve("node_modules/.bin/tsc");
    const { stdout } = await promisify(execFile)(tsc, ["-p", path.resolve("sdk/tsconfig.json"), "--noEmit"]).catch(
      (error: unknown) => ({ stdout: String(asNode(error)["stdout"]) }),
    );
    expect(stdout).toBe("");
    expect(misuses).toHaveLength(5);
  });
});

describe("a client of the running service", () => {
  let own: TestCompany;
  let baseUrl: string;
  let client: Postrider;

  beforeAll(async () => {
    // A server that no other test uses, because it is closed.
    own = await company({ API_LIMITS: "2500,4,100001" });
    baseUrl = await own.server.listen({ host: "127.0.0.1", port: 0 });
    client = createClient({ baseUrl, tenant: own.tenant, apiKey: own.apiKey });
  });

  const aContact = (fields: { firstName?: string } = {}) =>
    client.contacts.create({ email: anEmail(), purposeId: own.purposeId, consentConfirmed: true, ...fields });

  it("creates a contact, lists contacts page by page and drafts a campaign", async () => {
    const created = await aContact({ firstName: "Jana" });
    expect(await client.contacts.get(created.id)).toMatchObject({ firstName: "Jana", status: "subscribed" });
    await aContact();
    await aContact();
    const ids: string[] = [];
    for await (const { id } of client.contacts.listAll({ pageSize: 2 })) ids.push(id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(3);
    const campaign = await client.campaigns.create({ name: "Spring flowers", shopId: own.shopId });
    expect(campaign).toMatchObject({ name: "Spring flowers", status: "draft" });
    expect(await client.campaigns.delete(campaign.id)).toBeUndefined();
  });

  it("throws a typed error with code, word, parameters and request", async () => {
    const { email } = await aContact();
    const error = await client.contacts
      .create({ email, purposeId: own.purposeId, consentConfirmed: true })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PostriderError);
    expect(error).toMatchObject({ status: 409, code: "conflict", message: "email", requestId: expect.any(String) });
    await expect(client.contacts.get("999999999")).rejects.toMatchObject({ code: "not_found", message: "contact" });
  });

  it("uploads a file with its fields and downloads it as a stream", async () => {
    const { fileId } = await client.imports.uploadFile({
      file: new Blob(["email\na@example.com\n"]),
      fileName: "a.csv",
    });
    expect(fileId).toMatch(/^\d+$/);
    const all = await client.exports.create({ name: "All", selection: "all", fields: ["email"], encoding: "utf-8" });
    await own.runActions();
    const file = await client.exports.download(all.id);
    expect(file).toBeInstanceOf(Download);
    expect(file).toMatchObject({ mediaType: expect.stringContaining("text/csv"), name: expect.stringMatching(/csv$/) });
    const parts: Uint8Array[] = [];
    for await (const part of file.stream) parts.push(part);
    expect(Buffer.concat(parts).toString()).toMatch(/^"?email"?/);
  });

  it("repeats a POST with the same idempotency key after a failure, and the work is done once", async () => {
    const keys: (string | null)[] = [];
    const interrupted = createClient({
      baseUrl,
      tenant: own.tenant,
      apiKey: own.apiKey,
      fetch: async (input, init) => {
        keys.push(new Headers(init?.headers).get("idempotency-key"));
        const response = await fetch(input, init);
        if (keys.length > 1) return response;
        await response.text();
        throw new TypeError("the connection was closed before the response");
      },
    });
    const name = `Written once ${keys.length}`;
    const { id } = await interrupted.campaigns.create({ name, shopId: own.shopId });
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
    const found = await client.campaigns.list({ q: name });
    expect(found.items.map((item) => item.id)).toEqual([id]);
  });

  it("does not repeat an upload after a failure: it has no idempotency key", async () => {
    let attempts = 0;
    const interrupted = createClient({
      baseUrl,
      tenant: own.tenant,
      apiKey: own.apiKey,
      fetch: async () => {
        attempts += 1;
        throw new TypeError("the connection was closed before the response");
      },
    });
    const file = new Blob(["email\njana@example.com"], { type: "text/csv" });
    await expect(interrupted.imports.uploadFile({ file })).rejects.toMatchObject({ code: "network" });
    expect(attempts).toBe(1);
  });

  it("waits for Retry-After of 429, but not longer than it may", async () => {
    const other = await company({ API_LIMITS: "5,0.001,1001" });
    const address = await other.server.listen({ host: "127.0.0.1", port: 0 });
    const setBuckets = (tokens: number, dayTokens: number) => other.app.db.sql`
      update rate_bucket set tokens = ${tokens}, day_tokens = ${dayTokens}, refilled_at = now() + interval '1 hour'
      where tenant_id = ${other.tenantId}`;
    const statuses: number[] = [];
    const hurried = createClient({
      baseUrl: address,
      tenant: other.tenant,
      apiKey: other.apiKey,
      maxWaitMs: 5000,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        statuses.push(response.status);
        if (statuses.length === 2) await setBuckets(5, 1000);
        return response;
      },
    });
    await hurried.contacts.list();
    await setBuckets(0.9995, 1000);
    await hurried.contacts.list();
    expect(statuses).toEqual([200, 429, 200]);
    await setBuckets(5, 0.5);
    await expect(hurried.contacts.list()).rejects.toMatchObject({
      status: 429,
      code: "rate_limited",
      message: "daily-limit",
      params: { retryAfter: 44 },
    });
    expect(statuses).toHaveLength(4);
    await other.server.close();
  });

  it("stops when it is aborted, and reports a service that does not answer", async () => {
    const stop = new AbortController();
    stop.abort(new Error("enough"));
    await expect(client.contacts.list({}, { signal: stop.signal })).rejects.toThrow("enough");
    const lost = createClient({ baseUrl: "http://127.0.0.1:9", tenant: own.tenant, apiKey: own.apiKey, maxRetries: 0 });
    await expect(lost.contacts.list()).rejects.toMatchObject({ code: "network", message: "unreachable", status: 0 });
  });

  afterAll(async () => {
    await own.server.close();
  });
});
