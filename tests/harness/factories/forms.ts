import { createWorker } from "../../../src/composition/background.ts";
import { confirmUrl } from "../../../src/features/forms/confirmation-emails/compose.ts";
import {
  sendConfirmationEmail,
  sweepConfirmationEmails,
} from "../../../src/features/forms/confirmation-emails/send.ts";
import type { SendOutcome } from "../../../src/mail/outcome.ts";
import { captureMail } from "../servers/sign-in.ts";
import { submitForm } from "../servers/public-pages.ts";
import { anEmail, type TestCompany } from "./company.ts";

let count = 0;

/** A form of the company's shop, with the fields that a test needs. */
export const aForm = (own: TestCompany, fields: Record<string, unknown> = {}) =>
  own.api.ok("createForm", {
    body: {
      name: `Form ${(count += 1)}`,
      shopId: own.shopId,
      listIds: [],
      purposeId: null,
      consentText: "<p>I want the newsletter.</p>",
      settings: { language: "en" },
      ...fields,
    },
  });

/** Sends the queued confirmation e-mails of the company as a worker would; `link` is the path of the last confirmation page. */
export async function sendConfirmationEmails(own: TestCompany, answers: SendOutcome[] = []) {
  const { caught, transport } = captureMail(answers);
  const { db } = own.ctx;
  const worker = createWorker(own.app, transport);
  await sweepConfirmationEmails(worker);
  const confirmationEmails = await db.sql<{ id: string }[]>`
    select id from confirmation_email where tenant_id = ${db.tenantId} and state = 'queued' order by id`;
  for (const { id } of confirmationEmails)
    await sendConfirmationEmail(worker, { tenantId: db.tenantId, letterId: id }).catch(() => undefined);
  const links = caught.map(({ raw }) => /\/c\/[\w-]+/.exec(raw)?.[0] ?? "");
  return { caught, links, link: links.at(-1) ?? "" };
}

/** Fills in the form and sends the confirmation e-mail. */
export async function aSignUp(
  own: TestCompany,
  form: { key: string },
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const email = fields["email"] ?? anEmail();
  const answer = await submitForm(own, `/f/${form.key}`, { email, ...fields }, headers);
  if (answer.status !== 303) throw new Error(`the form answered ${answer.status} ${answer.html}`);
  return { email, ...(await sendConfirmationEmails(own)) };
}

/** Signs up and presses the button. */
export async function aConfirmedSignUp(own: TestCompany, form: { key: string }, fields: Record<string, string> = {}) {
  const { email, link } = await aSignUp(own, form, fields);
  const answer = await submitForm(own, link, {});
  return { email, link, answer };
}

/** The confirmation links of an address, as its confirmation e-mails contain them, the newest last. */
export async function confirmLinksTo({ ctx }: TestCompany, email: string): Promise<string[]> {
  const confirmationEmails = await ctx.db.sql<{ id: string; signUpId: string }[]>`
    select l.id, l.signup_id as sign_up_id from confirmation_email l
    join form_signup s on s.tenant_id = ${ctx.db.tenantId} and s.id = l.signup_id
    where l.tenant_id = ${ctx.db.tenantId} and s.email = ${email} and s.state = 'pending' order by l.id`;
  return confirmationEmails.map((confirmationEmail) => new URL(confirmUrl(ctx, confirmationEmail)).pathname);
}

export async function findContactByEmail(own: TestCompany, email: string) {
  const { items } = await own.api.ok("listContacts", { query: { q: email } });
  const [row] = items.filter((item) => item.email === email);
  return row === undefined ? undefined : own.api.ok("getContact", { params: { id: row.id } });
}
