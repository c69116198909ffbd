import { expect, it } from "vitest";
import { request } from "../../../../tests/harness/servers/api-client.ts";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { company } from "../../../../tests/harness/factories/company.ts";
import { isTimeZone } from "../../../kernel/local-time.ts";
import { findCompany, getCompanyById, listTenantIds } from "../find-company.ts";

const refusal = (message: string) => ({ status: 400, code: "validation", message, params: expect.any(Object) });

it("shows the company without its fingerprint key", async () => {
  holdClock();
  const { api, tenant, clock } = await company();
  expect(await api.ok("getCompany")).toEqual({
    guid: tenant,
    name: expect.stringMatching(/^Company /),
    language: "cs",
    timeZone: "Europe/Prague",
    email: expect.stringContaining("@example.com"),
    phone: null,
    street: null,
    city: null,
    postalCode: null,
    country: "CZ",
    companyId: null,
    vatId: null,
    web: null,
    sendingState: "live",
    sendingHold: "",
    sendingEnabled: true,
    conversionWindowDays: 7,
    requireTwoFactor: false,
    assistantSending: "token",
    requireCampaignApproval: false,
    createdAt: clock.now().toISOString(),
    updatedAt: null,
  });
});

it("updates the given fields, trims them, stores blank ones as null and ignores unknown ones", async () => {
  holdClock();
  const { api, clock } = await company();
  const before = await api.ok("getCompany");
  const change = {
    language: "sk",
    timeZone: "Europe/Bratislava",
    phone: "+421 900 000 000",
    street: "Hlavná 1",
    city: "Košice",
    postalCode: "040 01",
    country: "SK",
    companyId: "12345678",
    vatId: "SK2020202020",
    web: "https://example.sk/o-nas?x=1",
    sendingEnabled: false,
    conversionWindowDays: 90,
    assistantSending: "approval",
  };
  const body = {
    ...change,
    name: "  Nový názov ",
    email: " Info@Example.SK ".trim(),
    guid: "x",
    sendingState: "pending",
  };
  const after = await api.ok("updateCompany", { body });
  expect(after).toEqual({
    ...before,
    ...change,
    name: "Nový názov",
    email: "info@example.sk",
    updatedAt: clock.now().toISOString(),
  });
  const emptied = await api.ok("updateCompany", { body: { phone: "  ", street: null } });
  expect(emptied).toEqual({ ...after, phone: null, street: null });
  expect(await api.ok("getCompany")).toEqual(emptied);
});

it("returns the unchanged company for an update with unknown fields only", async () => {
  const { api } = await company();
  const before = await api.ok("getCompany");
  expect(await api.ok("updateCompany", { body: { constructor: "x", unknown: 1 } })).toEqual(before);
});

it.each([
  ["name", { name: "  " }],
  ["name", { name: null }],
  ["language", { language: "czech" }],
  ["timeZone", { timeZone: "Europe/Nowhere" }],
  ["timeZone", { timeZone: "+02:00" }],
  ["timeZone", { timeZone: "US/Pacific-New" }],
  ["timeZone", { timeZone: "IST" }],
  ["timeZone", { timeZone: "" }],
  ["email", { email: "nobody" }],
  ["email", { email: null }],
  ["country", { country: "cz" }],
  ["web", { web: "ftp://example.com" }],
  ["web", { web: "javascript:alert(1)" }],
  ["web", { web: "https://example.com:99999" }],
  ["sendingEnabled", { sendingEnabled: "no" }],
  ["conversionWindowDays", { conversionWindowDays: 0 }],
  ["conversionWindowDays", { conversionWindowDays: 91 }],
  ["conversionWindowDays", { conversionWindowDays: 7.5 }],
])("rejects an invalid %s: %j", async (field, body) => {
  const { api } = await company();
  expect(await api.refused("updateCompany", { body })).toEqual(refusal(field));
});

it("accepts only time zones that PostgreSQL knows", async () => {
  const { app } = await company();
  const rows = await app.db.sql<{ name: string }[]>`select name from pg_timezone_names`;
  const known = new Set(rows.map(({ name }) => name));
  const accepted = Intl.supportedValuesOf("timeZone").filter(isTimeZone);
  expect(accepted.length).toBeGreaterThan(400);
  expect(accepted.filter((name) => !known.has(name))).toEqual([]);
});

it("is found by guid for the command line and by id for jobs", async () => {
  const { app, tenant, tenantId, ctx } = await company();
  expect(await findCompany(app.db, tenant)).toEqual({ tenantId });
  expect(await findCompany(app.db, "not-a-uuid")).toBeUndefined();
  expect(await findCompany(app.db, "00000000-0000-4000-8000-000000000000")).toBeUndefined();
  expect(await getCompanyById({ db: app.db, dataKey: ctx.dataKey }, tenantId)).toEqual(ctx.company);
  expect(await listTenantIds(app.db)).toContain(tenantId);
});

it("shows the price list publicly, by currency", async () => {
  const { server } = await company();
  const { status, body } = await request(server, { method: "GET", url: "/api/v1/public/price-list" });
  expect(status).toBe(200);
  expect(body).toEqual({
    currencies: [
      {
        currency: "CZK",
        tiers: [
          { contacts: 500, monthly: "0.00" },
          { contacts: 2500, monthly: "390.00" },
          { contacts: 10000, monthly: "990.00" },
          { contacts: 50000, monthly: "2990.00" },
          { contacts: 250000, monthly: "8990.00" },
          { contacts: 1000000, monthly: "24990.00" },
        ],
      },
      {
        currency: "EUR",
        tiers: [
          { contacts: 500, monthly: "0.00" },
          { contacts: 2500, monthly: "16.00" },
          { contacts: 10000, monthly: "40.00" },
          { contacts: 50000, monthly: "119.00" },
          { contacts: 250000, monthly: "359.00" },
          { contacts: 1000000, monthly: "999.00" },
        ],
      },
    ],
  });
});
