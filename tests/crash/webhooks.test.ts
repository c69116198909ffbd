import { afterAll, beforeAll, expect, it } from "vitest";
import { aWebhookReceiver, type WebhookReceiver } from "../harness/factories/webhooks.ts";
import { MailingProduct } from "./mailing-product.ts";
import { cleanUp, waitUntil } from "./product.ts";

let mailing: MailingProduct;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await aWebhookReceiver();
  mailing = await MailingProduct.start({ WEBHOOK_ALLOW_PRIVATE: "1" });
}, 120_000);

afterAll(async () => {
  await cleanUp();
  await mailing.sink.close();
  receiver.close();
});

it("repeats only the item in flight when the worker is killed", { timeout: 240_000 }, async () => {
  await mailing.ok("/account-webhooks", { url: `${receiver.origin}/in`, event: "new_contact" });
  const inFlight = "c2@example.com";
  const received = () => receiver.bodiesAt("/in").map((body) => Object(body)[0].emailaddress);
  const accept = receiver.answer;
  receiver.answer = (response, call) => {
    if (Object(call.body)[0].emailaddress !== inFlight) accept(response, call);
  };
  const emails = [0, 1, 2, 3, 4].map((number) => `c${number}@example.com`);
  for (const email of emails) expect((await mailing.api.addContact(email)).status).toBe(201);
  // The first run may begin before the last contact exists.
  await waitUntil(async () => {
    await mailing.inDatabase((sql) => sql`update webhook set due_at = now() where lease_until is null`);
    return received().includes(inFlight);
  }, 60_000);
  await mailing.kill("everything");
  receiver.answer = accept;
  await mailing.inDatabase(async (sql) => {
    const ended = await sql`update webhook set lease_until = now() where lease_until > now() returning id`;
    expect(ended).toHaveLength(1);
  });
  await waitUntil(() => received().includes("c4@example.com"), 60_000);
  expect(received()).toEqual(emails.flatMap((email) => (email === inFlight ? [email, email] : [email])));
});
