import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { request } from "../../../tests/harness/servers/api-client.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import { aToken } from "../../../tests/harness/servers/public-pages.ts";
import { aSentCampaign, stateCounts } from "../../../tests/harness/factories/sent-campaigns.ts";
import type { MessageState } from "../../features/delivery/reports.queries.ts";
import { messageIdOf, returnPath } from "../../../tests/harness/factories/message-addresses.ts";
import { returnPathKey } from "../../mail/verp.ts";
import type { OutboundRequest } from "../../net/outbound.ts";
import { registerProviderHooks } from "./provider-hooks.ts";

async function recipient(state: MessageState = "sent") {
  const own = await company();
  const contact = await own.aContact();
  const campaignId = await aSentCampaign(own, { contactIds: [contact.id], state });
  const key = returnPathKey(own.ctx.company.fingerprintKey);
  const ids = { tenantId: own.tenantId, campaignId, contactId: contact.id };
  const hook = async (provider: string) => {
    const { url } = await own.api.ok("createSendingHook", { body: { provider } });
    return new URL(url).pathname;
  };
  return { own, contact, campaignId, key, ids, hook };
}

const status = async ({ api }: TestCompany, id: string) => (await api.ok("getContact", { params: { id } })).status;

const post = async ({ server }: TestCompany, url: string, body: unknown, contentType = "application/json") =>
  (
    await request(server, {
      method: "POST",
      url,
      headers: { "content-type": contentType },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    })
  ).status;

const notification = (event: unknown) => ({ Type: "Notification", Message: JSON.stringify(event) });

const bounceOf = (mail: object) => ({
  notificationType: "Bounce",
  bounce: { bounceType: "Permanent", bounceSubType: "NoEmail", bouncedRecipients: [{ status: "5.1.1" }] },
  mail,
});

describe("the hook of Amazon SES", () => {
  it("records bounces, complaints and deliveries, matched by Message-ID, return path or link", async () => {
    const { own, contact, campaignId, key, ids, hook } = await recipient();
    const url = await hook("ses");
    const plain = "text/plain; charset=UTF-8";
    const messageId = messageIdOf(key, ids, "shop.cz");
    const headers = [{ name: "Message-ID", value: messageId }];
    expect(await post(own, url, notification({ eventType: "Delivery", mail: { headers } }), plain)).toBe(200);
    expect(await stateCounts(own, campaignId)).toEqual({ delivered: 1 });
    const source = returnPath(key, ids, "bounce.shop.cz").toUpperCase();
    expect(await post(own, url, notification(bounceOf({ source })), plain)).toBe(200);
    expect(await status(own, contact.id)).toBe("bounced");
    expect(await stateCounts(own, campaignId)).toEqual({ hardbounced: 1 });
    const link = aToken(own, { purpose: "unsubscribe", contactId: contact.id, campaignId });
    const value = `<https://news.shop.cz/u/${link}>`;
    const complaint = {
      eventType: "Complaint",
      complaint: {},
      mail: { headers: [{ name: "List-Unsubscribe", value }] },
    };
    expect(await post(own, url, complaint)).toBe(200);
    expect(await status(own, contact.id)).toBe("complained");
    expect((await own.api.ok("listSendingHooks")).items).toMatchObject([{ usedAt: own.clock.now().toISOString() }]);
  });

  it("asks for a retry while the message is in flight", async () => {
    const { own, key, ids, hook } = await recipient("queued");
    const source = returnPath(key, ids, "bounce.shop.cz");
    expect(await post(own, await hook("ses"), notification(bounceOf({ source })))).toBe(503);
  });

  it("rejects events about another company's messages and unsigned ones", async () => {
    const { own, contact, key, ids } = await recipient();
    const other = await recipient();
    const url = await other.hook("ses");
    for (const source of [
      returnPath(key, ids, "x.cz"),
      returnPath(other.key, ids, "x.cz"),
      returnPath(other.key, { ...ids, tenantId: other.own.tenantId }, "x.cz"),
      "nobody@x.cz",
    ]) {
      expect(await post(own, url, notification(bounceOf({ source })))).toBe(200);
    }
    expect(await status(own, contact.id)).toBe("subscribed");
    expect(await status(other.own, other.contact.id)).toBe("subscribed");
  });

  it("is found by its secret only, for its provider only, until it is deleted", async () => {
    const { own, hook } = await recipient();
    const url = await hook("ses");
    const event = notification({ eventType: "Send" });
    expect(await post(own, url, event)).toBe(200);
    const wrong = [
      url.replace("/ses/", "/postmark/"),
      url.replace("/ses/", "/sns/"),
      `${url}x`,
      `/hooks/ses/${"a".repeat(43)}`,
    ];
    for (const each of wrong) expect([await post(own, each, event), each]).toEqual([404, each]);
    expect((await request(own.server, { method: "GET", url })).status).toBe(404);
    const { items } = await own.api.ok("listSendingHooks");
    await own.api.ok("deleteSendingHook", { params: { hook_id: items[0]?.id ?? "" } });
    expect(await post(own, url, event)).toBe(404);
  });

  it.each(["", "{", "no json"])("refuses %j", async (body) => {
    const { own, hook } = await recipient();
    expect(await post(own, await hook("ses"), body)).toBe(400);
  });

  it("confirms its subscription at Amazon, and calls no other host", async () => {
    const { own, hook } = await recipient();
    const url = await hook("ses");
    const visited: string[] = [];
    let answer = 200;
    const send = async ({ url: address }: OutboundRequest) => {
      visited.push(address);
      return { status: answer, headers: {}, body: Buffer.alloc(0) };
    };
    const server = Fastify();
    registerProviderHooks(server, { db: own.app.db, services: { ...own.app.services, outbound: { send } } });
    const confirm = async (SubscribeURL: string) =>
      (await server.inject({ method: "POST", url, payload: { Type: "SubscriptionConfirmation", SubscribeURL } }))
        .statusCode;
    const good = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1";
    expect(await confirm(good)).toBe(200);
    expect(await confirm("https://example.com/?Action=ConfirmSubscription")).toBe(400);
    expect(await confirm("http://169.254.169.254/")).toBe(400);
    answer = 403;
    expect(await confirm(good)).toBe(502);
    expect(visited).toEqual([good, good]);
    await server.close();
  });
});

describe("the hook of Postmark", () => {
  it("records events of a message that is identified by its metadata", async () => {
    const { own, contact, campaignId, key, ids, hook } = await recipient();
    const url = await hook("postmark");
    const [name] = returnPath(key, ids, "x").split("@");
    const Metadata = { postrider: name };
    expect(await post(own, url, { RecordType: "Delivery", Metadata })).toBe(200);
    expect(await stateCounts(own, campaignId)).toEqual({ delivered: 1 });
    const bounce = { RecordType: "Bounce", Type: "SoftBounce", Details: "452 full \0 \ud83d", Metadata };
    expect(await post(own, url, bounce)).toBe(200);
    expect(await stateCounts(own, campaignId)).toEqual({ softbounced: 1 });
    expect(await post(own, url, { RecordType: "SpamComplaint", Metadata })).toBe(200);
    expect(await status(own, contact.id)).toBe("complained");
  });
});
