import { describe, expect, it } from "vitest";
import { holdClock } from "../../../tests/harness/factories/clock.ts";
import { company, type TestCompany } from "../../../tests/harness/factories/company.ts";
import {
  aConfirmedSignUp,
  aForm,
  aSignUp,
  findContactByEmail,
  sendConfirmationEmails,
} from "../../../tests/harness/factories/forms.ts";
import { anEngine, aVerifiedSender } from "../../../tests/harness/factories/sending-campaigns.ts";
import { aTemplate } from "../../../tests/harness/factories/templates.ts";
import { aToken, submitForm, visit } from "../../../tests/harness/servers/public-pages.ts";
import { confirmationEmailBounced, formSubmitted } from "../../journal/events.ts";
import { parseReturnPath } from "../../mail/verp.ts";
import { recordBounce, recordComplaint } from "../bounces/service.ts";
import { isMailable } from "../../../tests/harness/oracles/mailable.ts";
import { purgeUnconfirmedSignUps } from "./purge.ts";
import { welcomeSource } from "./welcome/source.ts";

const historyOf = async ({ api }: TestCompany, form: { id: string }) =>
  (await api.ok("listSignUps", { params: { form_id: form.id } })).items;

const advance = ({ clock }: TestCompany, ms: number) => clock.set(new Date(clock.now().getTime() + ms));
const day = 86_400_000;

const entriesOf = ({ ctx: { db } }: TestCompany, type: string) => db.sql<{ contactId: string; payload: object }[]>`
  select contact_id, payload from journal where tenant_id = ${db.tenantId} and type = ${type}`;

describe("the whole way", () => {
  it("leads from the page over the confirmation e-mail and the button to a subscribed contact", async () => {
    const own = await company();
    const list = await own.aList();
    const fields = [
      { key: "email", type: "email", label: "Your e-mail" },
      { key: "name", type: "text", label: "First name", target: "firstName" },
    ];
    const form = await aForm(own, { listIds: [list.id], fields });
    const { email, link, caught } = await aSignUp(own, form, { name: "Jana" });
    expect(caught.map(({ to }) => to)).toEqual([email]);
    const pending = await findContactByEmail(own, email);
    expect(pending).toMatchObject({ status: "pending", source: "form", consentBasis: "none", firstName: null });
    expect(pending?.lists).toMatchObject([{ listId: list.id, state: "unconfirmed" }]);
    const id = pending?.id ?? "";
    const consents = async () => (await own.api.ok("listContactPurposes", { params: { id } })).items;
    expect(await consents()).toMatchObject([{ state: "pending" }]);
    expect(await entriesOf(own, "list_added")).toEqual([]);
    const button = await visit(own, link);
    expect([button.status, button.html.match(/<button/g)?.length]).toEqual([200, 1]);
    expect(await findContactByEmail(own, email)).toEqual(pending);
    expect(await entriesOf(own, formSubmitted.type)).toEqual([]);

    const confirmed = await submitForm(own, link, {});
    expect([confirmed.status, confirmed.html]).toEqual([200, expect.stringContaining('role="status"')]);
    const contact = await findContactByEmail(own, email);
    expect(contact).toMatchObject({
      status: "subscribed",
      state: "active",
      consentBasis: "double_opt_in",
      consentWeak: false,
      firstName: "Jana",
    });
    expect(contact?.lists).toMatchObject([{ listId: list.id, state: "confirmed" }]);
    expect(await consents()).toMatchObject([
      {
        state: "valid",
        basis: "double_opt_in",
        source: "form",
        text: "<p>I want the newsletter.</p>",
        ip: "127.0.0.1",
      },
    ]);
    expect(await entriesOf(own, formSubmitted.type)).toEqual([
      {
        contactId: id,
        payload: { formId: form.id, title: form.name, purposeId: own.purposeId, listIds: [list.id] },
      },
    ]);
    expect(await entriesOf(own, "list_added")).toHaveLength(1);
    expect((await own.api.ok("getForm", { params: { form_id: form.id } })).counts).toEqual({
      submitted: 1,
      confirmed: 1,
    });
    const { signUps } = await own.api.ok("exportContact", { params: { id } });
    expect(signUps).toMatchObject([
      { formId: form.id, formVersion: 1, state: "confirmed", confirmedIp: "127.0.0.1", messageId: expect.any(String) },
    ]);

    await own.api.ok("unsubscribeContact", { params: { id } });
    const again = await submitForm(own, link, {});
    expect(again.status).toBe(200);
    expect((await findContactByEmail(own, email))?.status).toBe("unsubscribed");
    expect(await entriesOf(own, formSubmitted.type)).toHaveLength(1);
  });

  it("redirects to the owner's address after the confirmation", async () => {
    const own = await company();
    const form = await aForm(own, { confirmedUrl: "https://shop.test/thanks?x=1" });
    const { link } = await aSignUp(own, form);
    expect((await visit(own, link)).headers["content-security-policy"]).toContain(
      "form-action 'self' https://shop.test;",
    );
    const answer = await submitForm(own, link, { url: "https://evil.test" });
    expect([answer.status, answer.headers["location"]]).toEqual([303, "https://shop.test/thanks?x=1"]);
  });
});

describe("the confirmation e-mail", () => {
  it("of ours repeats nothing that was typed and has no tracking", async () => {
    const own = await company();
    const fields = [
      { key: "email", type: "email", label: "E" },
      { key: "name", type: "text", label: "N", target: "firstName" },
    ];
    const form = await aForm(own, { fields, settings: { language: "cs" } });
    await aVerifiedSender(own, "shop@example.org");
    const { caught, link } = await aSignUp(own, form, { name: "Spamword" });
    const raw = caught[0]?.raw ?? "";
    expect(raw).not.toContain("Spamword");
    expect(raw).toContain("From: Our shop <shop@example.org>");
    expect(raw).toContain("Potvrdit odběr");
    expect(raw).toMatch(/text\/plain[^]*text\/html/);
    expect(raw).not.toMatch(/List-Unsubscribe|\/t\/o\/|\/t\/c\//);
    expect(raw.match(/\/c\/[\w-]+/g)?.every((found) => found === link)).toBe(true);
  });

  it("may be a template, filled with what was typed as text", async () => {
    const own = await company();
    const html = '<p>Hello {{df_first_name}}</p><p><a href="{{df_confirmation_url}}">Confirm</a></p>';
    const template = await aTemplate(own, { html, subject: "Please {{df_first_name}}" });
    const fields = [
      { key: "email", type: "email", label: "E" },
      { key: "name", type: "text", label: "N", target: "firstName" },
    ];
    const form = await aForm(own, { fields, settings: { language: "en", doiTemplateId: template.id } });
    const { caught, link } = await aSignUp(own, form, { name: "<b>Jana</b>\r\nBcc: a@b.test" });
    const raw = caught[0]?.raw ?? "";
    expect(raw).toContain("Hello &lt;b&gt;Jana&lt;/b&gt; Bcc: a@b.test");
    expect(raw).not.toMatch(/^Bcc:/im);
    expect((await submitForm(own, link, {})).status).toBe(200);
  });

  it("is sent once: not again after an uncertain outcome, again after a certain refusal", async () => {
    const own = await company();
    const form = await aForm(own);
    await submitForm(own, `/f/${form.key}`, { email: "a@example.com" });
    const temporary = {
      outcome: "refused",
      kind: "temporary",
      stage: "rcpt",
      code: 451,
      enhanced: undefined,
      response: "",
    } as const;
    expect((await sendConfirmationEmails(own, [temporary])).caught).toHaveLength(1);
    expect((await sendConfirmationEmails(own, [{ outcome: "unknown", response: "" }])).caught).toHaveLength(1);
    expect((await sendConfirmationEmails(own)).caught).toHaveLength(0);
    await submitForm(own, `/f/${form.key}`, { email: "b@example.com" });
    expect((await sendConfirmationEmails(own)).caught.map(({ to }) => to)).toEqual(["b@example.com"]);
    expect((await sendConfirmationEmails(own)).caught).toHaveLength(0);
  });

  it("of a worker that died while it handed the confirmation e-mail over is not sent again", async () => {
    const own = await company();
    const form = await aForm(own);
    await submitForm(own, `/f/${form.key}`, { email: "a@example.com" });
    const { sql, tenantId } = own.ctx.db;
    await sql`update confirmation_email set state = 'sending', tried_at = ${own.clock.now()} where tenant_id = ${tenantId}`;
    advance(own, 3_600_000);
    expect((await sendConfirmationEmails(own)).caught).toHaveLength(0);
    expect(await sql`select state from confirmation_email where tenant_id = ${tenantId}`).toEqual([
      { state: "unknown" },
    ]);
  });

  it("waits while the company may not send", async () => {
    const own = await company();
    const form = await aForm(own);
    await submitForm(own, `/f/${form.key}`, { email: "a@example.com" });
    await own.api.ok("updateCompany", { body: { sendingEnabled: false } });
    expect((await sendConfirmationEmails(own)).caught).toHaveLength(0);
    await own.api.ok("updateCompany", { body: { sendingEnabled: true } });
    expect((await sendConfirmationEmails(own)).caught).toHaveLength(1);
  });

  it("has one reminder at most, after the chosen time and while nobody confirmed", async () => {
    const own = await company();
    const form = await aForm(own, { settings: { language: "en", reminderHours: 24 } });
    const first = await aSignUp(own, form);
    await aConfirmedSignUp(own, form);
    expect((await sendConfirmationEmails(own)).caught).toHaveLength(0);
    advance(own, day + 1000);
    const reminder = await sendConfirmationEmails(own);
    expect(reminder.caught.map(({ to }) => to)).toEqual([first.email]);
    expect(reminder.caught[0]?.raw).toContain("Reminder");
    expect((await sendConfirmationEmails(own)).caught).toHaveLength(0);
    expect((await submitForm(own, reminder.link, {})).status).toBe(200);
    expect((await submitForm(own, first.link, {})).status).toBe(200);
    expect(await entriesOf(own, formSubmitted.type)).toHaveLength(2);
  });

  it.each(["hard refusal", "bounce", "complaint"])("whose answer is a %s ends the sign-up", async (kind) => {
    const own = await company();
    const form = await aForm(own);
    await submitForm(own, `/f/${form.key}`, { email: "gone@example.com" });
    const permanent = {
      outcome: "refused",
      kind: "permanent",
      stage: "rcpt",
      code: 550,
      enhanced: "5.1.1",
      response: "user unknown",
    } as const;
    const { caught, link } = await sendConfirmationEmails(own, kind === "hard refusal" ? [permanent] : []);
    const ids = parseReturnPath(caught[0]?.from ?? "")?.ids;
    const key = { campaignId: ids?.campaignId ?? "", contactId: ids?.contactId ?? "" };
    if (kind === "bounce")
      for (let reports = 0; reports < 2; reports += 1)
        await recordBounce(own.ctx, key, { kind: "hard", code: "5.1.1", response: "user unknown", at: "later" });
    if (kind === "complaint") await recordComplaint(own.ctx, key);
    const status = kind === "complaint" ? "complained" : "bounced";
    expect((await findContactByEmail(own, "gone@example.com"))?.status).toBe(status);
    expect(await historyOf(own, form)).toMatchObject([{ state: "refused", reason: status }]);
    expect(await entriesOf(own, confirmationEmailBounced.type)).toHaveLength(kind === "complaint" ? 0 : 1);
    expect((await submitForm(own, link, {})).status).toBe(410);
    await submitForm(own, `/f/${form.key}`, { email: "gone@example.com" });
    expect((await sendConfirmationEmails(own)).caught).toHaveLength(0);
  });
});

describe("confirmation e-mails to one address over many companies", () => {
  it("are ten a day; more wait without an answer that tells it, and the address is stored as a hash", async () => {
    holdClock();
    const email = "bombed@example.com";
    const sent: string[] = [];
    const companies: TestCompany[] = [];
    for (let n = 0; n < 6; n += 1) {
      const own = await company();
      companies.push(own);
      const form = await aForm(own);
      for (const typed of [email, "Bombed@Example.com"])
        expect((await submitForm(own, `/f/${form.key}`, { email: typed })).status).toBe(303);
      sent.push(...(await sendConfirmationEmails(own)).caught.map(({ to }) => to));
    }
    expect(sent).toEqual(Array.from({ length: 10 }, () => email));
    const [last] = companies.slice(-1);
    if (last === undefined) throw new Error("no company");
    const { sql, tenantId } = last.ctx.db;
    const waiting = await sql`select state, tried_at from confirmation_email where tenant_id = ${tenantId}`;
    expect(waiting).toEqual(waiting.map(() => ({ state: "queued", triedAt: last.clock.now() })));
    expect(waiting).toHaveLength(2);
    const [stored] = await sql<
      { text: string }[]
    >`select string_agg(confirmation_email_limit::text, '') as text from confirmation_email_limit`;
    expect(stored?.text).not.toContain("bombed");
    expect((await sendConfirmationEmails(last)).caught).toHaveLength(0);
    advance(last, day + 1000);
    expect((await sendConfirmationEmails(last)).caught).toHaveLength(2);
  });

  it("are not sent when their link has expired meanwhile", async () => {
    const own = await company({ CONFIRM_LINK_S: "60" });
    const form = await aForm(own);
    await submitForm(own, `/f/${form.key}`, { email: "late@example.com" });
    advance(own, 61_000);
    expect((await sendConfirmationEmails(own)).caught).toHaveLength(0);
    const { sql, tenantId } = own.ctx.db;
    const confirmationEmails = await sql`select state, reason from confirmation_email where tenant_id = ${tenantId}`;
    expect(confirmationEmails).toEqual([{ state: "failed", reason: "expired" }]);
  });
});

describe("who gets a confirmation e-mail", () => {
  const blocked: Record<string, (own: TestCompany, id: string, email: string) => Promise<unknown>> = {
    "a blacklisted contact": ({ api }, id) => api.ok("blacklistContact", { params: { id } }),
    "an address suppressed by hand": ({ api }, _id, email) => api.ok("createSuppression", { body: { email } }),
  };

  it.each(Object.entries(blocked))("not %s; the answer is the same", async (_who, block) => {
    const own = await company();
    const form = await aForm(own);
    const { id, email } = await own.aContact();
    await block(own, id, email);
    const before = await findContactByEmail(own, email);
    const answer = await submitForm(own, `/f/${form.key}`, { email });
    const usual = await submitForm(own, `/f/${form.key}`, { email: "new@example.com" });
    const shown = ({ status, headers, body }: typeof answer) => [
      status,
      { ...headers, "x-request-id": "", date: "" },
      body,
    ];
    expect(shown(answer)).toEqual(shown(usual));
    expect((await sendConfirmationEmails(own)).caught.map(({ to }) => to)).toEqual(["new@example.com"]);
    expect(await findContactByEmail(own, email)).toEqual(before);
    expect((await historyOf(own, form))[1]).toMatchObject({ email, state: "refused", reason: "blacklisted" });
  });

  it("a known contact stays as it is until it confirms; empty values erase nothing", async () => {
    const own = await company();
    const fields = [
      { key: "email", type: "email", label: "E" },
      { key: "first", type: "text", label: "F", target: "firstName" },
      { key: "city", type: "text", label: "C", target: "city" },
    ];
    const [left, other] = [await own.aList(), await own.aList()];
    const form = await aForm(own, { fields, listIds: [left.id] });
    const { id, email } = await own.aContact({ firstName: "Jana", city: "Brno", listIds: [left.id, other.id] });
    await own.api.ok("unsubscribeContact", { params: { id } });
    const before = await findContactByEmail(own, email);
    const { link } = await aSignUp(own, form, { email, city: "Praha" });
    expect(await findContactByEmail(own, email)).toEqual(before);
    await submitForm(own, link, {});
    expect(await findContactByEmail(own, email)).toMatchObject({
      id,
      status: "subscribed",
      state: "active",
      suppressionReason: null,
      firstName: "Jana",
      city: "Praha",
    });
    expect((await own.api.ok("listSuppressions")).total).toBe(0);
    const { sql, tenantId } = own.ctx.db;
    const mailable = await sql`
      select from contact c where c.tenant_id = ${tenantId} and c.id = ${id} and ${isMailable(own.ctx.db)}`;
    expect(mailable).toHaveLength(1);
  });

  it("a list that was left has the contact again, others stay left", async () => {
    const own = await company();
    const [left, other] = [await own.aList(), await own.aList()];
    const form = await aForm(own, { listIds: [left.id] });
    const { id, email } = await own.aContact({ listIds: [left.id, other.id] });
    for (const list of [left, other])
      await own.api.ok("unsubscribeListMembers", { params: { list_id: list.id }, body: { contactIds: [id] } });
    await aConfirmedSignUp(own, form, { email });
    const states = (await findContactByEmail(own, email))?.lists.map(({ listId, state }) => [listId, state]);
    expect(new Map(states?.map(([listId, state]) => [listId, state]))).toEqual(
      new Map([
        [left.id, "confirmed"],
        [other.id, "unsubscribed"],
      ]),
    );
  });

  it("an erased address comes back only by its confirmation", async () => {
    const own = await company();
    const form = await aForm(own);
    const { id, email } = await own.aContact({ firstName: "Jana" });
    await own.api.ok("eraseContact", { params: { id }, body: { confirm: true } });
    const { link } = await aSignUp(own, form, { email });
    expect(await findContactByEmail(own, email)).toBeUndefined();
    await submitForm(own, link, {});
    expect(await findContactByEmail(own, email)).toMatchObject({
      status: "subscribed",
      firstName: null,
      source: "form",
    });
  });

  it("a weak consent is strong after the confirmation", async () => {
    const own = await company();
    const form = await aForm(own);
    const { id, email } = await own.aContact();
    await own.ctx.db.sql`update contact set consent_weak = true where tenant_id = ${own.tenantId} and id = ${id}`;
    await aConfirmedSignUp(own, form, { email });
    expect(await findContactByEmail(own, email)).toMatchObject({ consentWeak: false, consentBasis: "double_opt_in" });
  });
});

describe("the link", () => {
  it("expires, with a way back to the form", async () => {
    const own = await company();
    const form = await aForm(own);
    const { link, email } = await aSignUp(own, form);
    advance(own, 7 * day + 1000);
    for (const page of [await visit(own, link), await submitForm(own, link, {})])
      expect([page.status, page.html]).toEqual([410, expect.stringContaining(`href="/f/${form.key}"`)]);
    expect((await findContactByEmail(own, email))?.status).toBe("pending");
    expect(await historyOf(own, form)).toMatchObject([{ state: "expired" }]);
  });

  it("lives as long as CONFIRM_LINK_S says", async () => {
    const own = await company({ CONFIRM_LINK_S: "60" });
    const { link } = await aSignUp(own, await aForm(own));
    advance(own, 61_000);
    expect((await visit(own, link)).status).toBe(410);
  });

  it("of an inactive form confirms, of a deleted one does not", async () => {
    const own = await company();
    const form = await aForm(own);
    const [first, second] = [await aSignUp(own, form), await aSignUp(own, form)];
    const params = { form_id: form.id };
    await own.api.ok("updateForm", { params, body: { status: "inactive" } });
    expect((await submitForm(own, first.link, {})).status).toBe(200);
    await own.api.ok("deleteForm", { params });
    expect((await submitForm(own, second.link, {})).status).toBe(404);
    expect((await findContactByEmail(own, second.email))?.status).toBe("pending");
  });

  it("of a contact that was blacklisted, suppressed or erased meanwhile changes nothing", async () => {
    const own = await company();
    const form = await aForm(own);
    const sign = async () => {
      const { link, email } = await aSignUp(own, form);
      return { link, email, id: (await findContactByEmail(own, email))?.id ?? "" };
    };
    const blacklisted = await sign();
    await own.api.ok("blacklistContact", { params: { id: blacklisted.id } });
    expect((await submitForm(own, blacklisted.link, {})).status).toBe(410);
    expect(await findContactByEmail(own, blacklisted.email)).toMatchObject({ status: "pending", state: "blacklisted" });
    const erased = await sign();
    await own.api.ok("eraseContact", { params: { id: erased.id }, body: { confirm: true } });
    expect([(await visit(own, erased.link)).status, (await submitForm(own, erased.link, {})).status]).toEqual([
      404, 404,
    ]);
    expect(await findContactByEmail(own, erased.email)).toBeUndefined();
    expect((await historyOf(own, form))[0]).toMatchObject({ email: null, ip: null, values: {}, page: null });
  });

  it("is 404 when forged, of another purpose or of another company", async () => {
    const own = await company();
    const other = await company();
    const form = await aForm(own);
    const { link, email } = await aSignUp(own, form);
    const id = (await findContactByEmail(own, email))?.id ?? "1";
    const token = link.slice("/c/".length);
    const forged = token.replace(
      /^(.{12})(.)/,
      (_all, start: string, one: string) => start + (one === "A" ? "B" : "A"),
    );
    const tokens = [
      forged,
      token.slice(0, -1),
      "x",
      aToken(own, { purpose: "unsubscribe", contactId: id }),
      aToken(own, { purpose: "confirmation", contactId: id }),
      aToken(other, { purpose: "confirmation", contactId: "1", messageId: "1" }),
    ];
    for (const text of tokens) {
      expect((await visit(own, `/c/${text}`)).status).toBe(404);
      expect((await submitForm(own, `/c/${text}`, {})).status).toBe(404);
    }
    expect((await visit(own, `/u/${token}`)).status).toBe(404);
    expect((await findContactByEmail(own, email))?.status).toBe("pending");
  });

  it("confirms once when it is pressed many times at once", async () => {
    const own = await company();
    const list = await own.aList();
    const form = await aForm(own, { listIds: [list.id] });
    const { link } = await aSignUp(own, form);
    const answers = await Promise.all(Array.from({ length: 6 }, () => submitForm(own, link, {})));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await entriesOf(own, formSubmitted.type)).toHaveLength(1);
    expect(await entriesOf(own, "list_added")).toHaveLength(1);
  });
});

describe("after 30 days", () => {
  it("an unconfirmed contact of a form is forgotten; who was a contact before stays", async () => {
    const own = await company();
    const form = await aForm(own);
    const fresh = await aSignUp(own, form);
    const known = await own.aContact();
    await aSignUp(own, form, { email: known.email });
    const erased = await own.aContact();
    await own.api.ok("eraseContact", { params: { id: erased.id }, body: { confirm: true } });
    await aSignUp(own, form, { email: erased.email });
    advance(own, 20 * day);
    await purgeUnconfirmedSignUps(own.ctx);
    expect((await findContactByEmail(own, fresh.email))?.status).toBe("pending");
    const again = await aSignUp(own, form);
    advance(own, 11 * day);
    await purgeUnconfirmedSignUps(own.ctx);
    expect(await findContactByEmail(own, fresh.email)).toBeUndefined();
    expect((await findContactByEmail(own, known.email))?.status).toBe("subscribed");
    expect((await findContactByEmail(own, again.email))?.status).toBe("pending");
    const history = await historyOf(own, form);
    expect(history.map(({ email, state }) => [email, state])).toEqual([
      [again.email, "expired"],
      [null, "expired"],
      [known.email, "expired"],
      [null, "expired"],
    ]);
  });
});

describe("the welcome e-mail", () => {
  it("is sent once per contact and form after the confirmation, with List-Unsubscribe", async () => {
    const own = await company();
    await aVerifiedSender(own);
    const form = await aForm(own);
    const template = await aTemplate(own, { html: "<p>Welcome {{df_first_name}}</p>", subject: "Welcome" });
    const params = { form_id: form.id };
    await own.api.ok("setWelcome", { params, body: { enabled: true, templateId: template.id } });
    const { email } = await aConfirmedSignUp(own, form);
    const unconfirmed = await aSignUp(own, form);
    const { run, takenFor, rawTo } = anEngine(own, undefined, [welcomeSource]);
    await run();
    await aConfirmedSignUp(own, form, { email });
    await run();
    expect(takenFor([email, unconfirmed.email])).toEqual([email]);
    const raw = rawTo(email).toString();
    expect(raw).toContain("Subject: Welcome\r\n");
    expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    const web = /\/v\/[\w-]+/.exec(raw.replaceAll("=\r\n", ""))?.[0];
    if (web !== undefined) expect((await visit(own, web)).status).toBe(200);
  });

  it("does not reach a contact that unsubscribed before it left", async () => {
    const own = await company();
    await aVerifiedSender(own);
    const form = await aForm(own);
    const template = await aTemplate(own, {});
    await own.api.ok("setWelcome", { params: { form_id: form.id }, body: { enabled: true, templateId: template.id } });
    const { email } = await aConfirmedSignUp(own, form);
    await own.api.ok("unsubscribeContact", { params: { id: (await findContactByEmail(own, email))?.id ?? "" } });
    const { run, takenFor } = anEngine(own, undefined, [welcomeSource]);
    await run();
    expect(takenFor([email])).toEqual([]);
  });
});
