import { expect, it } from "vitest";
import { company } from "../../../tests/harness/factories/company.ts";
import { createApi } from "../../../tests/harness/servers/api-client.ts";
import { adminEmail, signInHeaders } from "../../../tests/harness/servers/sign-in.ts";
import { grantSupportView } from "./support-view.ts";

/** A person of the operator with a support view of another company. */
async function aView() {
  const [support, helped] = await Promise.all([company(), company()]);
  const email = await adminEmail(support);
  const { clock, app, server } = helped;
  const wish = { tenantId: helped.tenantId, email, forHours: 2, at: clock.now() };
  const expiresAt = await grantSupportView(app.db, wish);
  const headers = await signInHeaders(server, email);
  return { support, helped, email, expiresAt, wish, api: createApi(server, helped.tenant, headers) };
}

it("allows reading everything and changing nothing", async () => {
  const { helped, api } = await aView();
  const contact = await helped.aContact();
  expect((await api.ok("listContacts")).total).toBe(1);
  expect((await api.ok("listMembers")).items).toHaveLength(1);
  expect((await api.ok("getCompany")).guid).toBe(helped.tenant);
  const readOnly = { status: 403, code: "forbidden", message: "read_only", params: {} };
  expect(await api.refused("deleteContact", { params: { id: contact.id } })).toEqual(readOnly);
  expect(await api.refused("updateCompany", { body: { name: "Mine" } })).toEqual(readOnly);
  expect(await api.refused("createApiKey", { body: {} })).toEqual(readOnly);
  expect(await api.refused("createSuppression", { body: {} })).toEqual(readOnly);
});

it("is listed among the person's companies, and the company is notified", async () => {
  const { helped, support, email, expiresAt, api } = await aView();
  const session = await api.ok("getSession");
  expect(session.companies).toHaveLength(2);
  expect(session.companies).toContainEqual(expect.objectContaining({ tenant: support.tenant, support: false }));
  expect(session.companies).toContainEqual(
    expect.objectContaining({ tenant: helped.tenant, memberId: null, roles: [], support: true }),
  );
  expect((await helped.api.ok("listNotifications")).items).toMatchObject([
    { type: "support_view", params: { email, until: expiresAt.toISOString() } },
  ]);
});

it("expires", async () => {
  const { helped, api } = await aView();
  helped.clock.advance(2 * 3_600_000 + 1);
  expect(await api.refused("listContacts")).toMatchObject({ status: 403, message: "tenant" });
  expect((await api.ok("getSession")).companies).toHaveLength(1);
});

it("is rejected for unknown people and for more than a week", async () => {
  const { helped, wish } = await aView();
  const grant = (change: object) => grantSupportView(helped.app.db, { ...wish, ...change });
  await expect(grant({ email: "nobody@example.com" })).rejects.toThrow("person");
  await expect(grant({ forHours: 169 })).rejects.toThrow("hours");
  await expect(grant({ forHours: Number.NaN })).rejects.toThrow("hours");
});
