import Fastify, { type FastifyInstance } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { request } from "../../../tests/harness/servers/api-client.ts";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  certificateUrl,
  signSns,
  snsNotification as notification,
  snsOutbound,
} from "../../../tests/harness/servers/sns.ts";
import { aToken } from "../../../tests/harness/servers/public-pages.ts";
import { aSentCampaign, stateCounts } from "../../../tests/harness/factories/sent-campaigns.ts";
import type { MessageState } from "../../features/delivery/reports.queries.ts";
import { toMessageId, returnPath } from "../../../tests/harness/factories/message-addresses.ts";
import { returnPathKey } from "../../mail/verp.ts";
import { registerProviderHooks } from "./provider-hooks.ts";

/** The hooks with outbound calls that reach a stub of Amazon. */
function hookServer({ app }: TestCompany) {
  const outbound = snsOutbound();
  const server = Fastify();
  registerProviderHooks(server, {
    db: app.db,
    services: { ...app.services, outbound: { ...app.services.outbound, ...outbound } },
  });
  onTestFinished(() => server.close());
  return { server, outbound };
}

async function recipient(state: MessageState = "sent") {
  const own = await company();
  const { server, outbound } = hookServer(own);
  const contact = await own.aContact();
  const campaignId = await aSentCampaign(own, { contactIds: [contact.id], state });
  const key = returnPathKey(own.ctx.company.fingerprintKey);
  const ids = { tenantId: own.tenantId, campaignId, contactId: contact.id };
  const hook = async (provider: string) => {
    const { url } = await own.api.ok("createSendingHook", { body: { provider } });
    return new URL(url).pathname;
  };
  return { own, server, outbound, contact, campaignId, key, ids, hook };
}

const status = async ({ api }: TestCompany, id: string) => (await api.ok("getContact", { params: { id } })).status;

const post = async (server: FastifyInstance, url: string, body: unknown, contentType = "application/json") =>
  (
    await request(server, {
      method: "POST",
      url,
      headers: { "content-type": contentType },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    })
  ).status;

const toBounce = (mail: object) => ({
  notificationType: "Bounce",
  bounce: { bounceType: "Permanent", bounceSubType: "NoEmail", bouncedRecipients: [{ status: "5.1.1" }] },
  mail,
});

describe("the hook of Amazon SES", () => {
  it("records bounces, complaints and deliveries, matched by Message-ID, return path or link", async () => {
    holdClock();
    const { own, server, contact, campaignId, key, ids, hook } = await recipient();
    const url = await hook("ses");
    const plain = "text/plain; charset=UTF-8";
    const messageId = toMessageId(key, ids, "shop.cz");
    const headers = [{ name: "Message-ID", value: messageId }];
    expect(await post(server, url, notification({ eventType: "Delivery", mail: { headers } }), plain)).toBe(200);
    expect(await stateCounts(own, campaignId)).toEqual({ delivered: 1 });
    const source = returnPath(key, ids, "bounce.shop.cz").toUpperCase();
    expect(await post(server, url, notification(toBounce({ source })), plain)).toBe(200);
    expect(await status(own, contact.id)).toBe("bounced");
    expect(await stateCounts(own, campaignId)).toEqual({ hardbounced: 1 });
    const link = aToken(own, { purpose: "unsubscribe", contactId: contact.id, campaignId });
    const value = `<https://news.shop.cz/u/${link}>`;
    const complaint = {
      eventType: "Complaint",
      complaint: {},
      mail: { headers: [{ name: "List-Unsubscribe", value }] },
    };
    expect(await post(server, url, notification(complaint))).toBe(200);
    expect(await status(own, contact.id)).toBe("complained");
    expect((await own.api.ok("listSendingHooks")).items).toMatchObject([{ usedAt: own.clock.now().toISOString() }]);
  });

  it("asks for a retry while the message is in flight", async () => {
    const { server, key, ids, hook } = await recipient("queued");
    const source = returnPath(key, ids, "bounce.shop.cz");
    expect(await post(server, await hook("ses"), notification(toBounce({ source })))).toBe(503);
  });

  it("rejects events about another company's messages and messages without our signature", async () => {
    const { own, server, contact, key, ids } = await recipient();
    const other = await recipient();
    const url = await other.hook("ses");
    for (const source of [
      returnPath(key, ids, "x.cz"),
      returnPath(other.key, ids, "x.cz"),
      returnPath(other.key, { ...ids, tenantId: other.own.tenantId }, "x.cz"),
      "nobody@x.cz",
    ]) {
      expect(await post(server, url, notification(toBounce({ source })))).toBe(200);
    }
    expect(await status(own, contact.id)).toBe("subscribed");
    expect(await status(other.own, other.contact.id)).toBe("subscribed");
  });

  it("is found by its secret only, for its provider only, until it is deleted", async () => {
    const { own, server, hook } = await recipient();
    const url = await hook("ses");
    const event = notification({ eventType: "Send" });
    expect(await post(server, url, event)).toBe(200);
    const wrong = [
      url.replace("/ses/", "/postmark/"),
      url.replace("/ses/", "/sns/"),
      `${url}x`,
      `/hooks/ses/${"a".repeat(43)}`,
    ];
    for (const each of wrong) expect([await post(server, each, event), each]).toEqual([404, each]);
    expect((await request(server, { method: "GET", url })).status).toBe(404);
    const { items } = await own.api.ok("listSendingHooks");
    await own.api.ok("deleteSendingHook", { params: { hook_id: items[0]?.id ?? "" } });
    expect(await post(server, url, event)).toBe(404);
  });

  it.each(["", "{", "no json"])("refuses %j", async (body) => {
    const { server, hook } = await recipient();
    expect(await post(server, await hook("ses"), body)).toBe(400);
  });

  it("refuses events that Amazon SNS did not sign, and stores nothing", async () => {
    const { own, server, outbound, contact, campaignId, key, ids, hook } = await recipient();
    const url = await hook("ses");
    const event = toBounce({ source: returnPath(key, ids, "bounce.shop.cz") });
    const signed = notification(event);
    const wrong = [
      event,
      { Type: "Notification", Message: JSON.stringify(event) },
      { ...notification({}), Message: JSON.stringify(event) },
      { ...signed, SigningCertURL: "https://sns.us-east-1.amazonaws.com.evil.com/a.pem" },
    ];
    for (const body of wrong) expect(await post(server, url, body)).toBe(403);
    const unknown = { ...signed, SigningCertURL: "https://sns.eu-west-2.amazonaws.com/a.pem" };
    outbound.answers[unknown.SigningCertURL] = 0;
    expect(await post(server, url, unknown)).toBe(502);
    expect(await stateCounts(own, campaignId)).toEqual({ sent: 1 });
    expect(await status(own, contact.id)).toBe("subscribed");
    expect((await own.api.ok("listSendingHooks")).items).toMatchObject([{ usedAt: null }]);
    outbound.answers[unknown.SigningCertURL] = 200;
    expect(await post(server, url, unknown)).toBe(200);
    expect(await status(own, contact.id)).toBe("bounced");
  });

  it("confirms its subscription at the host that signed the request, and calls no other host", async () => {
    const { server, outbound, hook } = await recipient();
    const url = await hook("ses");
    const confirm = (SubscribeURL: string) =>
      post(server, url, signSns({ Type: "SubscriptionConfirmation", Message: "m", Token: "1", SubscribeURL }));
    const good = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1";
    expect(await confirm(good)).toBe(200);
    expect(await confirm("https://example.com/?Action=ConfirmSubscription")).toBe(400);
    expect(await confirm("https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription")).toBe(400);
    expect(await confirm("http://169.254.169.254/")).toBe(400);
    expect(await post(server, url, { Type: "SubscriptionConfirmation", SubscribeURL: good })).toBe(403);
    outbound.answers[good] = 403;
    expect(await confirm(good)).toBe(502);
    expect(outbound.visited).toEqual([certificateUrl, good, good]);
  });
});

describe("the hook of Postmark", () => {
  it("records events of a message that is identified by its metadata", async () => {
    const { own, server, contact, campaignId, key, ids, hook } = await recipient();
    const url = await hook("postmark");
    const [name] = returnPath(key, ids, "x").split("@");
    const Metadata = { postrider: name };
    expect(await post(server, url, { RecordType: "Delivery", Metadata })).toBe(200);
    expect(await stateCounts(own, campaignId)).toEqual({ delivered: 1 });
    const bounce = { RecordType: "Bounce", Type: "SoftBounce", Details: "452 full \0 \ud83d", Metadata };
    expect(await post(server, url, bounce)).toBe(200);
    expect(await stateCounts(own, campaignId)).toEqual({ softbounced: 1 });
    expect(await post(server, url, { RecordType: "SpamComplaint", Metadata })).toBe(200);
    expect(await status(own, contact.id)).toBe("complained");
  });
});
