import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdClock } from "../../../../tests/harness/factories/clock.ts";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import { dnsServer, type DnsServer } from "../../../../tests/harness/servers/dns.ts";
import { submitForm, visit } from "../../../../tests/harness/servers/public-pages.ts";
import { aCampaignFrom, sendVerificationMailTo } from "../../../../tests/harness/factories/senders.ts";
import { addMs, days, hours, minutes } from "../../../kernel/local-time.ts";
import { deleteOldReportsAndMails } from "../jobs.ts";
import { findOutgoingSender } from "../outgoing-sender.ts";
import { senderVerificationMailJob } from "./jobs.ts";

let dns: DnsServer;
beforeAll(async () => {
  dns = await dnsServer();
});
afterAll(() => dns.close());

const aSender = ({ api }: TestCompany, fields: Record<string, unknown> = {}) =>
  api.ok("createSender", { body: { email: anEmail(), name: "Shop", ...fields } });

const paramsOf = (id: string) => ({ params: { sender_id: id } });

async function aVerifiedSender(own: TestCompany, fields: Record<string, unknown> = {}) {
  const sender = await aSender(own, fields);
  const { page } = await sendVerificationMailTo(own, sender.id);
  await submitForm(own, page, {});
  return sender;
}

const gone = { status: 404, code: "not_found", message: "sender", params: {} };

describe("a new sender", () => {
  it("is unverified and enqueues a mail job that carries only ids", async () => {
    holdClock();
    const own = await company();
    const email = anEmail();
    const body = { email: email.toUpperCase(), name: " Shop ", replyTo: "Reply@example.com", shopId: own.shopId };
    const sender = await own.api.ok("createSender", { body });
    expect(sender).toEqual({
      id: sender.id,
      email,
      name: "Shop",
      replyTo: "reply@example.com",
      shopId: own.shopId,
      connectionId: null,
      domain: "example.com",
      verified: false,
      verifiedAt: null,
      createdAt: own.clock.now().toISOString(),
      updatedAt: null,
    });
    const queued = await own.app.db.sql`
      select data from pgboss.job where name = ${senderVerificationMailJob.name} and data->>'tenantId' = ${own.tenantId}`;
    expect(queued.map((row) => ({ ...row }))).toEqual([{ data: { tenantId: own.tenantId, senderId: sender.id } }]);
    expect(await own.api.ok("listSenders")).toEqual({ items: [] });
    expect(await findOutgoingSender(own.ctx.db, sender.id)).toBeUndefined();
  });

  it.each([
    ["email", { email: "nobody" }],
    ["email", { email: "žofie@example.com" }],
    ["email", { email: undefined }],
    ["name", { name: "" }],
    ["name", { name: "a\r\nBcc: b@c.cz" }],
    ["name", { name: undefined }],
    ["replyTo", { replyTo: "nobody" }],
    ["shopId", { shopId: "999999" }],
    ["shopId", { shopId: 5 }],
  ])("rejects an invalid %s: %j", async (message, fields) => {
    const { api } = await company();
    const body = { email: anEmail(), name: "Shop", ...fields };
    expect(await api.refused("createSender", { body })).toEqual({
      status: 400,
      code: "validation",
      message,
      params: expect.any(Object),
    });
  });

  it.each(["shop@seznam.cz", "shop@yahoo.co.uk"])("rejects a mailbox of a freemail provider: %s", async (email) => {
    const { api } = await company();
    const refused = await api.refused("createSender", { body: { email, name: "Shop" } });
    expect(refused).toMatchObject({ status: 400, message: "email", params: { reason: "freemail" } });
  });

  it("is unique per shop", async () => {
    const own = await company();
    const { email } = await aSender(own);
    const body = { email, name: "Again" };
    const taken = { status: 409, code: "conflict", message: "email", params: {} };
    expect(await own.api.refused("createSender", { body })).toEqual(taken);
    await aSender(own, { email, shopId: own.shopId });
    expect(await own.api.refused("createSender", { body: { ...body, shopId: own.shopId } })).toEqual(taken);
    const other = await company();
    await aSender(other, { email });
    const foreign = { body: { email: anEmail(), name: "X", shopId: other.shopId } };
    expect(await own.api.refused("createSender", foreign)).toMatchObject({ status: 400, message: "shopId" });
  });

  it("is limited to 20 verification mails a day", async () => {
    const own = await company();
    for (let count = 0; count < 20; count += 1) {
      own.clock.advance(1000);
      await aSender(own);
    }
    expect(await own.api.refused("createSender", { body: { email: anEmail(), name: "Shop" } })).toEqual({
      status: 429,
      code: "rate_limited",
      message: "sender-mail",
      params: { retryAfter: 24 * 3600 - 19 },
    });
    own.clock.advance(hours(24) - 19_000);
    await aSender(own);
  });

  it("is limited to 100 per company", async () => {
    const own = await company();
    const { db } = own.ctx;
    await db.sql`
      insert into sender (tenant_id, email, name, created_at)
      select ${db.tenantId}, n || '@example.com', 'Shop', now() from generate_series(1, 100) n`;
    expect(await own.api.refused("createSender", { body: { email: anEmail(), name: "Shop" } })).toEqual({
      status: 409,
      code: "conflict",
      message: "limit",
      params: {},
    });
  });
});

describe("the verification mail and its page", () => {
  it("is sent to the address in the company's language", async () => {
    const own = await company();
    const { id, email } = await aSender(own);
    const { mail, page } = await sendVerificationMailTo(own, id);
    expect(mail?.to).toBe(email);
    expect(mail?.raw).toContain(`https://app.test${page}`);
    expect(mail?.raw).toContain(`rozesílat e-maily z adresy ${email}. Potvrďte, že je adresa vaše:`);
    expect(mail?.raw).toContain("From: Postrider <post@service.test>");
  });

  it("verifies only by its button, which may be pressed again", async () => {
    holdClock();
    const own = await company();
    const { id, email } = await aSender(own);
    const { page } = await sendVerificationMailTo(own, id);
    const seen = await visit(own, page, { "accept-language": "cs" });
    expect(seen).toMatchObject({ status: 200, headers: { vary: "Accept-Language" } });
    expect(seen.html).toContain(email);
    expect(seen.html).toContain('<form method="post"><button type="submit">Potvrdit adresu</button></form>');
    expect(await own.api.ok("listSenders")).toEqual({ items: [] });
    const at = own.clock.now().toISOString();
    expect((await submitForm(own, page, {}, { "accept-language": "sk" })).html).toContain("Adresa je potvrdená");
    own.clock.advance(1000);
    expect(await submitForm(own, page, {})).toMatchObject({ status: 200 });
    expect((await visit(own, page)).html).toContain("The address is confirmed");
    expect((await own.api.ok("listSenders")).items).toMatchObject([{ id, verified: true, verifiedAt: at }]);
    expect(await findOutgoingSender(own.ctx.db, id)).toEqual({
      id,
      email,
      name: "Shop",
      replyTo: null,
      domain: "example.com",
      signing: null,
      returnPathHost: null,
      returnPathMailbox: null,
      trackingHost: null,
      warmingSince: null,
    });
    expect((await sendVerificationMailTo(own, id)).mail).toBeUndefined();
  });

  it("works for 7 days and rejects unknown tokens", async () => {
    const own = await company();
    const { id } = await aSender(own);
    const { page } = await sendVerificationMailTo(own, id);
    expect(await submitForm(own, "/sender/short", {})).toMatchObject({ status: 404 });
    expect(await submitForm(own, `/sender/${"x".repeat(43)}`, {})).toMatchObject({ status: 404 });
    own.clock.advance(days(7));
    expect(await visit(own, page)).toMatchObject({ status: 404 });
    expect(await submitForm(own, page, {})).toMatchObject({ status: 404 });
  });

  it("is deleted when it expires", async () => {
    const own = await company();
    const { id } = await aSender(own);
    await sendVerificationMailTo(own, id);
    const kept = () => own.ctx.db.sql`
      select sender_id from sender_lookup where tenant_id = ${own.tenantId}
      union all select sender_id from sender_verification_mail where tenant_id = ${own.tenantId}`;
    await deleteOldReportsAndMails(own.app.db, own.clock.now());
    expect(await kept()).toHaveLength(2);
    await deleteOldReportsAndMails(own.app.db, addMs(own.clock.now(), days(7) + 1));
    expect(await kept()).toEqual([]);
  });

  it("does not verify an address other than the one it was sent to", async () => {
    const own = await company();
    const { id, email } = await aSender(own);
    const { page } = await sendVerificationMailTo(own, id);
    await own.api.ok("updateSender", { ...paramsOf(id), body: { email: anEmail() } });
    expect(await submitForm(own, page, {})).toMatchObject({ status: 404 });
    await own.api.ok("updateSender", { ...paramsOf(id), body: { email } });
    expect(await submitForm(own, page, {})).toMatchObject({ status: 200 });
  });
});

describe("an update", () => {
  it("of the name keeps the verification; a new address needs a new one", async () => {
    holdClock();
    const own = await company();
    const sender = await aVerifiedSender(own);
    own.clock.advance(minutes(1));
    const updatedAt = own.clock.now().toISOString();
    const body = { name: "Other", replyTo: "r@example.com", shopId: own.shopId, id: "5", verified: false };
    const renamed = await own.api.ok("updateSender", { ...paramsOf(sender.id), body });
    expect(renamed).toEqual({
      ...sender,
      name: "Other",
      replyTo: "r@example.com",
      shopId: own.shopId,
      verified: true,
      verifiedAt: renamed.verifiedAt,
      updatedAt,
    });
    const email = anEmail();
    const moved = await own.api.ok("updateSender", { ...paramsOf(sender.id), body: { email, replyTo: null } });
    expect(moved).toMatchObject({ email, replyTo: null, verified: false, verifiedAt: null });
    const { mail, page } = await sendVerificationMailTo(own, sender.id);
    expect(mail?.to).toBe(email);
    await submitForm(own, page, {});
    expect((await own.api.ok("listSenders")).items).toMatchObject([{ email, verified: true }]);
  });

  it("of the address is rejected while an active campaign uses it", async () => {
    const own = await company();
    const { id } = await aVerifiedSender(own);
    const campaign = await aCampaignFrom(own, id, "sending");
    const change = (body: object) => own.api.refused("updateSender", { ...paramsOf(id), body });
    expect(await change({ email: anEmail() })).toEqual({
      status: 409,
      code: "conflict",
      message: "used",
      params: { by: [{ kind: "campaign", id: campaign, name: "Campaign sending" }], campaignIds: [campaign] },
    });
    await own.api.ok("updateSender", { ...paramsOf(id), body: { name: "Other" } });
  });

  it("is validated like a new sender", async () => {
    const own = await company();
    const [{ id }, { email }] = [await aSender(own), await aSender(own)];
    const change = (body: object) => own.api.refused("updateSender", { ...paramsOf(id), body });
    expect(await change({ email })).toMatchObject({ status: 409, message: "email" });
    expect(await change({ email: "nobody" })).toMatchObject({ status: 400, message: "email" });
    expect(await change({ name: " " })).toMatchObject({ status: 400, message: "name" });
    expect(await change({ shopId: "999999" })).toMatchObject({ status: 400, message: "shopId" });
  });
});

it("is listed for its shop, or for every shop", async () => {
  const own = await company();
  const second = await own.api.ok("createShop", {
    body: { name: "Second", language: "cs", country: "CZ", currencies: ["CZK"] },
  });
  const everywhere = await aVerifiedSender(own);
  const here = await aVerifiedSender(own, { shopId: own.shopId });
  await aSender(own, { shopId: own.shopId });
  const ids = async (query = {}) => (await own.api.ok("listSenders", { query })).items.map(({ id }) => id);
  expect(await ids()).toEqual([everywhere.id, here.id]);
  expect(await ids({ shop: own.shopId })).toEqual([everywhere.id, here.id]);
  expect(await ids({ shop: second.id })).toEqual([everywhere.id]);
  expect(await own.api.refused("listSenders", { query: { shop: "x" } })).toMatchObject({
    status: 400,
    message: "shop",
  });
  const editor = await own.apiWith({ roles: ["content_editor"] });
  expect((await editor.ok("listSenders")).items).toHaveLength(2);
});

describe("a deletion", () => {
  it.each(["scheduled", "sending", "paused"])("is rejected while a campaign is %s", async (status) => {
    const own = await company();
    const { id } = await aSender(own);
    const campaign = await aCampaignFrom(own, id, status);
    expect(await own.api.refused("deleteSender", paramsOf(id))).toEqual({
      status: 409,
      code: "conflict",
      message: "used",
      params: { by: [{ kind: "campaign", id: campaign, name: `Campaign ${status}` }], campaignIds: [campaign] },
    });
  });

  it("removes the sender from drafts and keeps it in sent campaigns", async () => {
    const own = await company();
    const { id } = await aVerifiedSender(own);
    const [draft, sent] = [await aCampaignFrom(own, id), await aCampaignFrom(own, id, "completed")];
    await aCampaignFrom(own, id, "cancelled");
    await own.api.ok("deleteSender", paramsOf(id));
    const rows = await own.ctx.db.sql<{ id: string; senderId: string | null }[]>`
      select id, sender_id from campaign where tenant_id = ${own.tenantId} order by id limit 2`;
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { id: draft, senderId: null },
      { id: sent, senderId: id },
    ]);
    expect(await own.api.ok("listSenders")).toEqual({ items: [] });
    expect(await own.api.refused("deleteSender", paramsOf(id))).toEqual(gone);
  });
});

it("lists the campaigns that use it", async () => {
  holdClock();
  const own = await company();
  const { id } = await aSender(own);
  const none = { draft: 0, scheduled: 0, sending: 0, paused: 0, completed: 0, cancelled: 0 };
  const usage = () => own.api.ok("getSenderUsage", paramsOf(id));
  expect(await usage()).toEqual({ total: 0, byStatus: none, locked: false, campaigns: [] });
  const createdAt = own.clock.now().toISOString();
  const draft = await aCampaignFrom(own, id);
  const paused = await aCampaignFrom(own, id, "paused");
  expect(await usage()).toEqual({
    total: 2,
    byStatus: { ...none, draft: 1, paused: 1 },
    locked: true,
    campaigns: [
      { id: paused, name: "Campaign paused", status: "paused", createdAt },
      { id: draft, name: "Campaign draft", status: "draft", createdAt },
    ],
  });
});

describe("another verification mail", () => {
  it("is limited to one a minute and rejected once the address is verified", async () => {
    holdClock();
    const own = await company();
    const { id, email } = await aSender(own);
    const refused = () => own.api.refused("resendSender", paramsOf(id));
    own.clock.advance(20_000);
    expect(await refused()).toEqual({
      status: 429,
      code: "rate_limited",
      message: "sender-mail",
      params: { retryAfter: 40 },
    });
    own.clock.advance(40_000);
    const at = own.clock.now().toISOString();
    expect(await own.api.ok("resendSender", paramsOf(id))).toEqual({ email, at });
    const { page } = await sendVerificationMailTo(own, id);
    await submitForm(own, page, {});
    own.clock.advance(minutes(1));
    expect(await refused()).toEqual({ status: 409, code: "conflict", message: "status", params: {} });
  });

  it("is rejected if mail is off", async () => {
    const own = await company({ MAIL_MODE: "off" });
    const { id } = await aSender(own);
    own.clock.set(addMs(own.clock.now(), minutes(2)));
    expect(await own.api.refused("resendSender", paramsOf(id))).toEqual({
      status: 503,
      code: "unavailable",
      message: "mail",
      params: {},
    });
  });
});

describe("a check", () => {
  const env = () => ({ DNS_SERVERS: dns.address, PUBLIC_URL: "https://mail.service.test" });

  it("shows the DNS records of a domain that is not a sending domain", async () => {
    const own = await company(env());
    const sender = await aSender(own, { email: "news@check.example" });
    dns.set("check.example", "TXT", "v=spf1 mx -all");
    dns.set("check.example", "MX", "10 mx.check.example");
    const address = `dmarc-${own.tenant.replaceAll("-", "")}@mail.service.test`;
    expect(await own.api.ok("checkSender", paramsOf(sender.id))).toEqual({
      ...sender,
      sendingDomainId: null,
      domainVerified: false,
      records: [
        { kind: "spf", name: "check.example", type: "TXT", expected: null, found: ["v=spf1 mx -all"], ok: true },
        {
          kind: "dmarc",
          name: "_dmarc.check.example",
          type: "TXT",
          expected: `v=DMARC1; p=none; rua=mailto:${address}`,
          found: [],
          ok: false,
        },
        { kind: "mx", name: "check.example", type: "MX", expected: null, found: ["10 mx.check.example"], ok: true },
      ],
    });
  });

  it("also checks the sending domain of the company", async () => {
    const own = await company(env());
    const domain = await own.api.ok("createSendingDomain", { body: { domain: "both.example" } });
    const [dkim] = domain.records;
    dns.set(dkim?.name ?? "", "TXT", dkim?.expected ?? "");
    const { id } = await aSender(own, { email: "news@both.example" });
    const checked = await own.api.ok("checkSender", paramsOf(id));
    expect(checked).toMatchObject({ verified: false, sendingDomainId: domain.id, domainVerified: true });
    expect(checked.records.map(({ kind, ok }) => [kind, ok])).toEqual([
      ["dkim", true],
      ["spf", false],
      ["dmarc", false],
      ["mx", false],
      ["return_path", false],
      ["tracking", false],
    ]);
    expect((await own.api.ok("getSendingSetup")).domains).toMatchObject([{ verified: true }]);
  });

  it("answers 503 if the DNS lookup fails", async () => {
    const own = await company(env());
    const { id } = await aSender(own);
    dns.fail(true);
    const refusal = await own.api.refused("checkSender", paramsOf(id));
    dns.fail(false);
    expect(refusal).toEqual({ status: 503, code: "unavailable", message: "dns", params: {} });
  });
});

it("is not found by another company", async () => {
  const other = await company();
  const { id } = await aSender(other);
  const { api } = await company();
  expect(await api.refused("updateSender", { ...paramsOf(id), body: { name: "X" } })).toEqual(gone);
  for (const name of ["deleteSender", "checkSender", "resendSender", "getSenderUsage"] as const) {
    expect(await api.refused(name, paramsOf(id))).toEqual(gone);
  }
});
