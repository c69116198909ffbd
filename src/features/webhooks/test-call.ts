import type { Context } from "../../context.ts";
import { unavailable } from "../../kernel/errors.ts";
import { WrongDataKey } from "../../kernel/encryption.ts";
import { localSecondAt } from "../../kernel/local-time.ts";
import { callReceiver } from "./call.ts";
import { sampleContact } from "./contact-shape.ts";
import type { WebhookEvent } from "./events.ts";
import type { WebhookRecord } from "./queries.ts";
import { decryptCredentials } from "./secrets.ts";
import { getWebhook } from "./service.ts";

/** One call about a fictional contact, also of an inactive webhook. It changes nothing. */
export async function testWebhook(ctx: Context, id: string) {
  const webhook = await getWebhook(ctx, id);
  const credentials = credentialsForTest(ctx, webhook);
  const begun = performance.now();
  const { status, error } = await callReceiver(
    ctx,
    { url: webhook.url, credentials },
    { body: sampleBody(ctx, webhook.event), headers: { "X-Service-Test": "1" } },
  );
  return { ok: error === null, status, ms: Math.round(performance.now() - begun), error };
}

function credentialsForTest(ctx: Context, webhook: WebhookRecord) {
  try {
    return decryptCredentials(ctx, webhook);
  } catch (error) {
    if (error instanceof WrongDataKey) throw unavailable("data_key");
    throw error;
  }
}

const noCampaign = { campaign_type: null, campaign_id: null, email_statistic_id: null, trigger_event: null };
const testEmail = { campaign_type: "test", campaign_id: 0, email_statistic_id: "c0", trigger_event: null };

/** A body in the shape of the event; silent events have that of an e-mail event. */
export function sampleBody(ctx: Context, event: WebhookEvent): unknown {
  const contact = sampleContact(ctx);
  const at = localSecondAt(ctx.clock.now(), ctx.company.timeZone);
  const email = {
    event,
    id: 0,
    contact: { id: contact.id, emailaddress: contact.emailaddress },
    ...testEmail,
  };
  switch (event) {
    case "new_contact":
    case "updated_contact":
      return [{ ...contact, event, test: true }];
    case "unsubscribed_contact":
      return [{ ...contact, event, reason: "admin", unsubscribed_contactlist_ids: [], ...noCampaign, test: true }];
    case "sent_email":
    case "delivery_status":
      return { ...email, finished_at: at, delivery_status: "delivered", remote_response: "250 2.0.0 OK", test: true };
    case "email_open":
      return { ...email, sid: testEmail.email_statistic_id, opened_at: at, test: true };
    case "email_click":
      return { ...email, sid: testEmail.email_statistic_id, url: ctx.publicUrl, clicked_at: at, test: true };
    default:
      return { ...email, test: true };
  }
}
