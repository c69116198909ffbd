import { describe, expect, it } from "vitest";
import { company, type TestCompany } from "../../tests/harness/factories/company.ts";
import { rateHeaders } from "./rate-limit.ts";

/** Filled so slowly that a test takes no part of a token. */
const limits = { API_LIMITS: "5,0.001,1000" };
const list = ({ api }: TestCompany) => api.call("listContacts");

/** The database's clock fills the buckets; a test changes the row instead of waiting. Without seconds, filling stops. */
const rewind = ({ app, tenantId }: TestCompany, change: { seconds?: number; dayTokens?: number; tokens?: number }) =>
  app.db.sql`
    update rate_bucket set refilled_at = now() - make_interval(secs => ${change.seconds ?? -3600}),
      day_tokens = coalesce(${change.dayTokens ?? null}, day_tokens), tokens = coalesce(${change.tokens ?? null}, tokens)
    where tenant_id = ${tenantId}`;

describe("a company's limit", () => {
  it("counts down in the headers and names the exhausted bucket", async () => {
    const one = await company(limits);
    const first = await list(one);
    expect(first).toMatchObject({ status: 200, headers: { "x-ratelimit-limit": "5", "x-ratelimit-remaining": "4" } });
    for (let index = 0; index < 4; index += 1) await list(one);
    await rewind(one, { tokens: 0.25 });
    const refused = await list(one);
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ "retry-after": "750", "x-ratelimit-remaining": "0" });
    expect(refused.body).toEqual({
      error: { code: "rate_limited", message: "per-second", params: { retryAfter: 750 } },
    });
  });

  it("refills with time up to its size, and does not charge refused requests", async () => {
    const one = await company(limits);
    await list(one);
    await rewind(one, { tokens: 0 });
    expect((await list(one)).status).toBe(429);
    expect((await list(one)).status).toBe(429);
    await rewind(one, { seconds: 3500 });
    expect((await list(one)).headers["x-ratelimit-remaining"]).toBe("2");
    await rewind(one, { seconds: 3_600_000 });
    expect((await list(one)).headers["x-ratelimit-remaining"]).toBe("4");
  });

  it("has a daily limit", async () => {
    const one = await company(limits);
    await list(one);
    await rewind(one, { dayTokens: 0.5 });
    const refused = await list(one);
    expect(refused.body).toMatchObject({ error: { message: "daily-limit" } });
    expect(refused.headers).toMatchObject({ "x-ratelimit-limit": "1000", "retry-after": "44" });
  });

  it("is shared by all keys of the company and by no other company", async () => {
    const one = await company(limits);
    const other = await company(limits);
    const second = await one.apiWith({ scope: "read" });
    await list(one);
    expect((await second.call("listContacts")).headers["x-ratelimit-remaining"]).toBe("3");
    expect((await list(other)).headers["x-ratelimit-remaining"]).toBe("4");
  });

  it("allows exactly the limit under concurrency", async () => {
    const one = await company({ API_LIMITS: "50,0.001,1000" });
    const answers = await Promise.all(Array.from({ length: 200 }, () => list(one)));
    const passed = answers.filter(({ status }) => status === 200);
    // Taken together, reported as if in sequence.
    const left = passed.map(({ headers }) => Number(headers["x-ratelimit-remaining"]));
    expect(left.toSorted((before, after) => after - before)).toEqual(
      Array.from({ length: 50 }, (_, index) => 49 - index),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(150);
  });

  it("also applies to wrong paths and rejected bodies", async () => {
    const one = await company(limits);
    await one.api.refused("createContact", { body: {} });
    expect((await list(one)).headers["x-ratelimit-remaining"]).toBe("3");
  });
});

it("reports the bucket with the smaller share left, and when it is full again", () => {
  const sizes = { burst: 2500, perSecond: 4, perDay: 100_000 };
  const now = new Date("2026-01-01T00:00:00Z");
  expect(rateHeaders({ tokens: 2500, dayTokens: 10_000 }, sizes, now)).toEqual({
    "X-RateLimit-Limit": "100000",
    "X-RateLimit-Remaining": "10000",
    "X-RateLimit-Reset": String(now.getTime() / 1000 + 77_760),
  });
  expect(rateHeaders({ tokens: 500, dayTokens: 90_000 }, sizes, now)).toMatchObject({
    "X-RateLimit-Limit": "2500",
    "X-RateLimit-Reset": String(now.getTime() / 1000 + 500),
  });
});
