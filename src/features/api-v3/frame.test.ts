import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { request } from "../../../tests/harness/servers/api-client.ts";

const example = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../tests/fixtures/v3/${name}.json`, import.meta.url), "utf8"));

type Sent = { headers?: Record<string, string>; payload?: string; key?: string | null };

const ask = async (
  { server, apiKey }: TestCompany,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD",
  path: string,
  { headers = {}, payload, key = apiKey }: Sent = {},
) => {
  const answer = await request(server, {
    method,
    url: `/api/${path}`,
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.status, body: answer.body, headers: answer.headers };
};

const json = { "content-type": "application/json" };
const basic = (user: string, key: string) => `Basic ${Buffer.from(`${user}:${key}`).toString("base64")}`;

async function getEmail({ ctx, member }: TestCompany): Promise<string> {
  const { sql, tenantId } = ctx.db;
  const [row] = await sql<{ email: string }[]>`
    select p.email from person p join membership m on m.person_id = p.id
    where m.tenant_id = ${tenantId} and m.id = ${member}`;
  return row?.email ?? "";
}

describe("ping", () => {
  it("needs no credentials and ignores wrong ones", async () => {
    const own = await company();
    for (const headers of [{}, { authorization: basic("nobody@example.com", "wrong") }]) {
      const { status, body } = await ask(own, "GET", "v3/ping", { key: null, headers });
      expect({ status, body }).toEqual({ status: 200, body: example("ping.200") });
    }
  });
});

describe("credentials", () => {
  it("are checked by GET and POST, as Bearer and as Basic", async () => {
    const own = await company();
    const expected = { ...Object(example("check-credentials.200")), account_id: Number(own.tenantId) };
    const authorization = basic(await getEmail(own), own.apiKey);
    for (const method of ["GET", "POST"] as const) {
      for (const sent of [{}, { key: null, headers: { authorization } }]) {
        const answer = await ask(own, method, "v3/check-credentials", sent);
        expect(answer).toMatchObject({ status: 200, body: expected });
        expect(answer.headers).toMatchObject({ "x-ratelimit-limit": "2500" });
      }
    }
  });

  it("are refused in the shape of API v3 when missing, wrong or a session", async () => {
    const own = await company();
    const expected = { status: 401, body: example("error.401") };
    for (const path of ["v3/account-info", "v3/nothing", "v3", "csv/nothing", "v3/contacts/%E0%A4%A"]) {
      expect(await ask(own, "GET", path, { key: null })).toMatchObject(expected);
      expect(await ask(own, "GET", path, { key: `pst_${"x".repeat(43)}` })).toMatchObject(expected);
      const headers = { cookie: "postrider_session=abc" };
      expect(await ask(own, "GET", path, { key: null, headers })).toMatchObject(expected);
    }
    const stranger = await company();
    const headers = { authorization: basic(await getEmail(stranger), own.apiKey) };
    expect(await ask(own, "GET", "v3/account-info", { key: null, headers })).toMatchObject(expected);
    expect(await ask(own, "GET", `v3/account-info?api_key=${own.apiKey}`, { key: null })).toMatchObject(expected);
  });

  it.each([
    ["an empty body with a JSON type", json, ""],
    ["an empty array", json, "[]"],
    ["null", json, "null"],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, "username=a%40b.cz&api_key=x"],
    ["a form with a charset", { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" }, "a=1"],
    ["an empty form", { "content-type": "application/x-www-form-urlencoded", "content-length": "0" }, undefined],
  ])("accept %s", async (_what, headers, payload) => {
    const own = await company();
    const sent = payload === undefined ? { headers } : { headers, payload };
    expect(await ask(own, "POST", "v3/check-credentials", sent)).toMatchObject({ status: 200 });
  });

  it.each([
    ["a JSON type", json, undefined],
    ["a JSON type and an empty body", json, ""],
    ["a JSON body", json, '{"limit":1}'],
  ])("read and delete with %s", async (_what, headers, payload) => {
    const own = await company();
    const sent = payload === undefined ? { headers } : { headers, payload };
    expect(await ask(own, "GET", "v3/contacts", sent)).toMatchObject({ status: 200 });
    const body = { target_url: "https://hooks.example.com/in", event: "email_open" };
    const { body: created } = await ask(own, "POST", "v3/web-hooks", { headers: json, payload: JSON.stringify(body) });
    expect(await ask(own, "DELETE", `v3/web-hooks/${Object(created).id}`, sent)).toMatchObject({ status: 204 });
  });

  it("tell the company and the creator of the key", async () => {
    const own = await company();
    const { sql, tenantId } = own.ctx.db;
    await sql`update company set name = 'Shop s.r.o.', phone = '+420777888999' where tenant_id = ${tenantId}`;
    const [creator] = await sql<{ personId: string }[]>`
      select person_id from membership where tenant_id = ${tenantId} and id = ${own.member}`;
    await sql`update person set first_name = 'Jana', last_name = 'Nováková' where id = ${creator?.personId ?? ""}`;
    const { body } = await ask(own, "GET", "v3/account-info?limit=500");
    const { status, meta, data } = Object(example("account-info.200"));
    const known = { account_id: Number(own.tenantId), guid: own.tenant, username: await getEmail(own) };
    expect(body).toEqual({ status, meta, data: { ...data, ...known } });
    expect(Object.keys(Object(body).data)).toEqual(Object.keys(data));
  });
});

describe("a form", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };

  it("is too large from 64 KB on, and no body of an operation that takes one", async () => {
    const own = await company();
    const large = { headers: form, payload: `a=${"x".repeat(65_536)}` };
    expect(await ask(own, "POST", "v3/check-credentials", large)).toMatchObject({ status: 413 });
    const body = { headers: form, payload: "event=email_open" };
    expect(await ask(own, "POST", "v3/web-hooks", body)).toMatchObject({
      status: 422,
      body: { message: "Validation failed: body" },
    });
  });
});

describe("refusals", () => {
  it("answer 405 to every other write and 404 to every other read", async () => {
    const own = await company();
    for (const path of [
      "import",
      "contacts",
      "contacts/forget/1",
      "contactlists/1",
      "nothing",
      "account-info",
      "ping",
    ]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
        const sent = method === "POST" ? { headers: json, payload: "{" } : {};
        const { status, body } = await ask(own, method, `v3/${path}`, sent);
        expect({ method, path, status, body }).toEqual({ method, path, status: 405, body: example("error.405") });
      }
    }
    for (const path of ["v3/customfields/1", "v3/emails", "v3/contacts/in-lists", "v3/", "csv/x", "csv"]) {
      const { status, body } = await ask(own, "GET", path);
      expect({ path, status, body }).toEqual({ path, status: 404, body: example("error.404") });
    }
    for (const type of ["multipart/form-data; boundary=x", "text/plain"]) {
      const sent = { headers: { "content-type": type }, payload: "a=1" };
      expect(await ask(own, "POST", "v3/import", sent)).toMatchObject({ status: 405, body: example("error.405") });
    }
    expect(await ask(own, "POST", "csv/list-contacts")).toMatchObject({ status: 405, body: example("error.405") });
    expect(await ask(own, "HEAD", "v3/emails")).toMatchObject({ status: 404 });
  });

  it("are the same with a slash at the end of the path, which is accepted", async () => {
    const own = await company();
    for (const path of ["v3/ping/", "v3/account-info/", "v3/contacts/?limit=1", "v3/contactlists/"]) {
      expect({ path, status: (await ask(own, "GET", path)).status }).toEqual({ path, status: 200 });
    }
    const { id } = await own.aContact();
    expect(await ask(own, "GET", `v3/contacts/${id}/?limit=500&offset=0`)).toMatchObject({ status: 200 });
    const { id: listId } = await own.aList();
    expect(await ask(own, "GET", `csv/list-contacts/?listid=${listId}`)).toMatchObject({ status: 200 });
    expect(await ask(own, "POST", "v3/check-credentials/", { headers: json, payload: "" })).toMatchObject({
      status: 200,
    });
    expect(await ask(own, "GET", "v3/contacts/", { key: null })).toMatchObject({
      status: 401,
      body: example("error.401"),
    });
    for (const path of ["v3/", "v3/emails/", "v3/contacts//", "csv/", "v1/contacts/"]) {
      expect({ path, status: (await ask(own, "GET", path)).status }).toEqual({ path, status: 404 });
    }
    for (const path of ["v3/import/", "v3/contacts/", "csv/list-contacts/"]) {
      const { status, body } = await ask(own, "POST", path);
      expect({ path, status, body }).toEqual({ path, status: 405, body: example("error.405") });
    }
  });

  it("name the body when it is no JSON, and keep 413 for one that is too large", async () => {
    const own = await company();
    const broken = { status: "error", meta: [], message: "Validation failed: body" };
    for (const sent of [
      { headers: json, payload: "{" },
      { headers: { "content-type": "text/plain" }, payload: "a=1" },
      { headers: { "content-type": "nonsense" }, payload: "a=1" },
    ]) {
      expect(await ask(own, "POST", "v3/check-credentials", sent)).toMatchObject({ status: 422, body: broken });
    }
    const large = { headers: json, payload: `"${"x".repeat(5_242_880)}"` };
    expect(await ask(own, "POST", "v3/check-credentials", large)).toMatchObject({
      status: 413,
      body: { status: "error", meta: [], message: "Validation failed: size" },
    });
  });

  it("name the daily limit when it is used up", async () => {
    const own = await company({ API_LIMITS: "100,100,1" });
    await ask(own, "GET", "v3/account-info");
    expect(await ask(own, "GET", "v3/account-info")).toMatchObject({
      status: 429,
      body: { status: "error", meta: [], message: "Rate limit exceeded (daily-limit)" },
    });
  });

  it("name the bucket when the rate limit is exceeded, before the path is looked at", async () => {
    const own = await company({ API_LIMITS: "2,0.01,1000" });
    for (const path of ["v3/account-info", "v3/ping", "v3/account-info"]) await ask(own, "GET", path);
    for (const path of ["v3/nothing", "v3/account-info", "csv/nothing"]) {
      const { status, body, headers } = await ask(own, "GET", path);
      expect({ path, status, body }).toEqual({ path, status: 429, body: example("error.429") });
      expect(headers).toMatchObject({ "retry-after": expect.stringMatching(/^\d+$/), "x-ratelimit-remaining": "0" });
    }
  });
});
