import type { FastifyInstance } from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import { modules, type Module } from "../../src/kernel/access.ts";
import { errorAnswers } from "../../src/http/error-answers.ts";
import { ApiError, notJson, type ErrorCode } from "../../src/kernel/errors.ts";
import { detectProtocol } from "../../src/kernel/protocol.ts";
import { operations, type Operation } from "../../src/registry/registry.ts";
import { paramsWith, request, toUrl } from "../harness/servers/api-client.ts";
import { company, type TestCompany } from "../harness/factories/company.ts";

/** Every error that follows from the registry alone, for every operation. */
const below = operations.filter(({ access }) => access === "member_or_key" || access === "member");
const forKeys = below.filter(({ access }) => access === "member_or_key");
const unknownTenant = "00000000-0000-4000-8000-000000000000";

let own: TestCompany;
let other: TestCompany;
let server: FastifyInstance;
const keys = new Map<string, string>();

beforeAll(async () => {
  own = await company();
  other = await company();
  server = own.server;
  for (const module of modules) keys.set(module, await keyWithout(module));
  keys.set("read", await createKey(["account_admin"], "read"));
});

const createKey = async (roles: string[], scope: "read" | "full") => {
  const { issueApiKey } = await import("../../src/features/members/api-keys.ts");
  const db = own.app.db.forTenant(own.tenantId);
  const made = await issueApiKey(db, {
    name: "matrix",
    roles,
    scope,
    validDays: 1,
    createdBy: own.member,
    at: own.clock.now(),
  });
  return made.key;
};

/** A key whose roles do not include the module. */
const keyWithout = (module: Module) => createKey(module === "billing" ? ["analyst"] : ["accountant"], "full");

const answerTo = async (
  operation: Operation,
  options: { key?: string; tenant?: string; headers?: Record<string, string>; payload?: string; ids?: string },
) => {
  const answer = await request(server, {
    method: operation.method,
    url: toUrl(operation, paramsWith(operation, options.tenant ?? own.tenant, options.ids ?? "999999")),
    headers: {
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...options.headers,
    },
    ...(options.payload === undefined ? {} : { payload: options.payload }),
  });
  return { status: answer.status, error: answer.body, headers: answer.headers };
};

const error = (code: string, message: string) => ({ error: { code, message, params: {} } });

/** The refusal in the protocol of the path. */
const expectedRejection = ({ url }: Operation, refused: ApiError) => {
  const { status, body } = errorAnswers[detectProtocol(url)](refused);
  return { status, error: body };
};
const refusal = (operation: Operation, code: ErrorCode, message: string) =>
  expectedRejection(operation, new ApiError(code, message));
const label = ({ method, url }: Operation) => `${method} ${url}`;

describe.each(below.map((operation) => [label(operation), operation] as const))("%s", (_label, operation) => {
  it("is 401 without credentials and with an unknown key", async () => {
    const expected = refusal(operation, "unauthorized", "credentials");
    expect(await answerTo(operation, {})).toMatchObject(expected);
    expect(await answerTo(operation, { key: `pst_${"x".repeat(43)}` })).toMatchObject(expected);
  });

  it.runIf(operation.url.includes("{tenant}"))(
    "is 403 tenant below another company and below one that does not exist",
    async () => {
      const expected = { status: 403, error: error("forbidden", "tenant") };
      expect(await answerTo(operation, { key: own.apiKey, tenant: other.tenant })).toMatchObject(expected);
      expect(await answerTo(operation, { key: own.apiKey, tenant: unknownTenant })).toMatchObject(expected);
    },
  );
});

describe.each(below.filter(({ access }) => access === "member").map((o) => [label(o), o] as const))(
  "%s",
  (_label, operation) => {
    it("is 403 api_key for a key", async () => {
      const answer = await answerTo(operation, { key: own.apiKey });
      expect(answer).toMatchObject({ status: 403, error: error("forbidden", "api_key") });
    });
  },
);

describe.each(forKeys.map((o) => [label(o), o] as const))("%s", (_label, operation) => {
  // All operations together take more requests than a company may send at once.
  beforeAll(async () => {
    await own.ctx.db.sql`delete from rate_bucket where tenant_id = ${own.tenantId}`;
  });

  const { module, level, method } = operation;

  it.runIf(module !== null)("is 403 with the module's name for a role that lacks it", async () => {
    const answer = await answerTo(operation, { key: keys.get(module ?? "") ?? "" });
    expect(answer).toMatchObject(refusal(operation, "forbidden", module ?? ""));
  });

  it.runIf(level === "full")("is 403 scope for a read-only key", async () => {
    const answer = await answerTo(operation, { key: keys.get("read") ?? "" });
    expect(answer).toMatchObject(refusal(operation, "forbidden", "scope"));
  });

  it.runIf(level === "read" && method !== "GET")("is open to a read-only key when it changes nothing", async () => {
    const json = { "content-type": "application/json" };
    const answer = await answerTo(operation, { key: keys.get("read") ?? "", headers: json, payload: "{}" });
    expect([200, 400, 404, 409]).toContain(answer.status);
  });

  it("carries the rate headers", async () => {
    const { headers } = await answerTo(operation, { key: own.apiKey, headers: { "content-type": "text/plain" } });
    expect(headers).toMatchObject({
      "x-ratelimit-limit": "2500",
      "x-ratelimit-remaining": expect.stringMatching(/^\d+$/),
      "x-ratelimit-reset": expect.stringMatching(/^\d{10}$/),
    });
  });

  it.runIf(method !== "GET" && method !== "DELETE")(
    "is 415, or 422 in API v3, for a body that is not JSON",
    async () => {
      const answer = await answerTo(operation, {
        key: own.apiKey,
        headers: { "content-type": "text/plain" },
        payload: "a=1",
      });
      expect(answer).toMatchObject(expectedRejection(operation, notJson()));
    },
  );

  it.runIf(method !== "GET" && method !== "DELETE")("is 400, or 422 in API v3, for broken JSON", async () => {
    const answer = await answerTo(operation, {
      key: own.apiKey,
      headers: { "content-type": "application/json" },
      payload: "{",
    });
    expect(answer).toMatchObject(refusal(operation, "validation", "body"));
  });

  it.runIf(/\{(?!tenant)\w+\}/.test(operation.url))("is 404 for ids that cannot exist", async () => {
    for (const ids of ["0", "-1", "abc", "1".repeat(40), "1%00"]) {
      const answer = await answerTo(operation, { key: own.apiKey, ids });
      expect([answer.status, ids]).toEqual([404, ids]);
    }
  });
});

it("is 413 for a body over 5 MB, and accepts one of exactly 5 MB", async () => {
  const bytes = (length: number) => `{"email":"${"x".repeat(length - 12)}"}`;
  const post = (payload: string) =>
    request(server, {
      method: "POST",
      url: `/api/v1/tenants/${own.tenant}/contacts`,
      headers: { authorization: `Bearer ${own.apiKey}`, "content-type": "application/json" },
      payload,
    });
  expect(await post(bytes(5_242_881))).toMatchObject({ status: 413, body: error("validation", "size") });
  expect(await post(bytes(5_242_880))).toMatchObject({ status: 400 });
});

it("is 405 with Allow for an unsupported method, after authentication", async () => {
  const ask = (headers: Record<string, string>, tenant = own.tenant) =>
    request(server, { method: "PUT", url: `/api/v1/tenants/${tenant}/contacts`, headers });
  const key = { authorization: `Bearer ${own.apiKey}` };
  expect(await ask({})).toMatchObject({ status: 401 });
  expect(await ask(key, other.tenant)).toMatchObject({ status: 403 });
  const refused = await ask(key);
  expect(refused).toMatchObject({ status: 405, body: error("method_not_allowed", "PUT") });
  expect(refused.headers).toMatchObject({ allow: "GET, POST" });
});

it("is 404 for an unknown path, after authentication", async () => {
  const ask = (headers: Record<string, string>) =>
    request(server, { method: "GET", url: `/api/v1/tenants/${own.tenant}/nothing-here`, headers });
  expect(await ask({})).toMatchObject({ status: 401 });
  expect(await ask({ authorization: `Bearer ${own.apiKey}` })).toMatchObject({
    status: 404,
    body: error("not_found", "path"),
  });
});
