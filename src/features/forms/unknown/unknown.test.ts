import { describe, expect, it } from "vitest";
import { anEmail, company, type TestCompany } from "../../../../tests/harness/factories/company.ts";
import {
  aConfirmedSignUp,
  aForm,
  findContactByEmail,
  sendConfirmationEmails,
} from "../../../../tests/harness/factories/forms.ts";
import { anEngine, aVerifiedSender } from "../../../../tests/harness/factories/sending-campaigns.ts";
import { aTemplate } from "../../../../tests/harness/factories/templates.ts";
import { submitForm } from "../../../../tests/harness/servers/public-pages.ts";
import { days, hours } from "../../../kernel/local-time.ts";
import type { SendOutcome } from "../../../mail/outcome.ts";
import { welcomeSource } from "../welcome/source.ts";

const lost: SendOutcome = { outcome: "unknown", response: "" };

/** A form whose confirmation e-mails to new addresses all were lost with the connection. */
async function lostConfirmationEmails(count: number) {
  const own = await company();
  const form = await aForm(own);
  const emails: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const email = anEmail();
    emails.push(email);
    await submitForm(own, `/f/${form.key}`, { email });
  }
  await sendConfirmationEmails(
    own,
    emails.map(() => lost),
  );
  return { own, form, emails, params: { form_id: form.id } };
}

const listed = async ({ api }: TestCompany, form: { id: string }, query: { kind?: string } = {}) =>
  (await api.ok("listFormUnknown", { params: { form_id: form.id }, query })).items.map(({ kind, email }) => [
    kind,
    email,
  ]);

const resend = { decision: "send_again" };

describe("confirmation e-mails with an unknown outcome", () => {
  it("are listed with their contact while they can be confirmed", async () => {
    const { own, form, emails, params } = await lostConfirmationEmails(2);
    const [first = "", second = ""] = emails;
    const { items, total } = await own.api.ok("listFormUnknown", { params });
    const contactId = (await findContactByEmail(own, first))?.id;
    expect(total).toBe(2);
    expect(items.find(({ email }) => email === first)).toEqual({
      kind: "confirmation",
      contactId,
      email: first,
      at: expect.any(String),
    });
    expect(await listed(own, form, { kind: "welcome" })).toEqual([]);
    // The button proves that the confirmation e-mail arrived.
    const { links } = await resendTo(own, form, first);
    await submitForm(own, links[0] ?? "", {});
    expect(await listed(own, form)).toEqual([["confirmation", second]]);
    own.clock.advance(days(40));
    expect(await listed(own, form)).toEqual([]);
    expect(await own.api.ok("decideFormUnknown", { params, body: resend })).toEqual({ messages: 0 });
  });

  it("count as sent, or are sent again once, as a member decides", async () => {
    const { own, form, emails, params } = await lostConfirmationEmails(3);
    const [first = "", second = "", third = ""] = emails;
    const contactIds = [(await findContactByEmail(own, first))?.id ?? ""];
    const body = { decision: "mark_sent", contactIds, kind: "confirmation" };
    expect(await own.api.ok("decideFormUnknown", { params, body })).toEqual({ messages: 1 });
    expect(await own.api.ok("decideFormUnknown", { params, body })).toEqual({ messages: 0 });
    expect((await sendConfirmationEmails(own)).caught).toEqual([]);
    // Suppressed meanwhile: the confirmation e-mail is refused before it is sent.
    await own.api.ok("blacklistContact", { params: { id: (await findContactByEmail(own, second))?.id ?? "" } });
    expect(await own.api.ok("decideFormUnknown", { params, body: resend })).toEqual({ messages: 2 });
    expect(await own.api.ok("decideFormUnknown", { params, body: resend })).toEqual({ messages: 0 });
    expect((await sendConfirmationEmails(own)).caught.map(({ to }) => to)).toEqual([third]);
    expect((await sendConfirmationEmails(own)).caught).toEqual([]);
    expect(await listed(own, form)).toEqual([]);
  });

  it("of an erased person are neither listed nor sent", async () => {
    const { own, form, emails, params } = await lostConfirmationEmails(1);
    const id = (await findContactByEmail(own, emails[0] ?? ""))?.id ?? "";
    await own.api.ok("eraseContact", { params: { id }, body: { confirm: true } });
    expect(await listed(own, form)).toEqual([]);
    expect(await own.api.ok("decideFormUnknown", { params, body: resend })).toEqual({ messages: 0 });
  });

  it("are notified together with welcome e-mails, once", async () => {
    const { own, form } = await lostConfirmationEmails(2);
    await sendConfirmationEmails(own);
    own.clock.advance(hours(2));
    await sendConfirmationEmails(own);
    expect((await own.api.ok("listNotifications")).items.map(({ type, params }) => [type, params])).toEqual([
      ["form_unknown", { formId: form.id, name: form.name, messages: 2 }],
    ]);
  });

  it("are neither shown to another company nor decided by a key that may only read", async () => {
    const { own, params } = await lostConfirmationEmails(1);
    const other = await company();
    const body = { decision: "mark_sent" };
    for (const refused of [
      await other.api.refused("listFormUnknown", { params }),
      await other.api.refused("decideFormUnknown", { params, body }),
    ])
      expect(refused).toMatchObject({ status: 404, message: "form" });
    const reading = await own.apiWith({ scope: "read" });
    expect((await reading.ok("listFormUnknown", { params })).total).toBe(1);
    expect(await reading.refused("decideFormUnknown", { params, body })).toMatchObject({ status: 403 });
    for (const wrong of [{ decision: "maybe" }, { ...body, kind: "letter" }, { ...body, contactIds: ["x"] }])
      expect(await own.api.refused("decideFormUnknown", { params, body: wrong })).toMatchObject({ status: 400 });
  });
});

/** The confirmation e-mail of one address is sent again. */
async function resendTo(own: TestCompany, form: { id: string }, email: string) {
  const contactIds = [(await findContactByEmail(own, email))?.id ?? ""];
  const body = { ...resend, contactIds };
  expect(await own.api.ok("decideFormUnknown", { params: { form_id: form.id }, body })).toEqual({ messages: 1 });
  return sendConfirmationEmails(own);
}

describe("welcome e-mails with an unknown outcome", () => {
  it("are listed and sent again, and the gate is asked again", async () => {
    const own = await company();
    await aVerifiedSender(own);
    const form = await aForm(own);
    const params = { form_id: form.id };
    const template = await aTemplate(own, { html: "<p>Welcome</p>", subject: "Welcome" });
    await own.api.ok("setWelcome", { params, body: { enabled: true, templateId: template.id } });
    const [reader, left] = [await aConfirmedSignUp(own, form), await aConfirmedSignUp(own, form)];
    await anEngine(own, () => lost, [welcomeSource]).run();
    expect(new Set(await listed(own, form))).toEqual(new Set([reader, left].map(({ email }) => ["welcome", email])));
    await own.api.ok("unsubscribeContact", { params: { id: (await findContactByEmail(own, left.email))?.id ?? "" } });
    const body = { ...resend, kind: "welcome" };
    expect(await own.api.ok("decideFormUnknown", { params, body })).toEqual({ messages: 2 });
    const { run, takenFor } = anEngine(own, undefined, [welcomeSource]);
    await run();
    expect(takenFor([reader.email, left.email])).toEqual([reader.email]);
    expect(await listed(own, form)).toEqual([]);
  });
});
