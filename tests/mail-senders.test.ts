import { expect, it } from "vitest";
import { createWorker, loadBackground } from "../src/composition/background.ts";
import type { Worker } from "../src/feature.ts";
import { approvalMailJob, sendApprovalMail } from "../src/features/campaigns/approvals/jobs.ts";
import { sendMemberMail } from "../src/features/automations/engine/steps/notify.ts";
import { sendTestEmail, testEmailJob } from "../src/features/content/test-emails/jobs.ts";
import { DeliveryEngine } from "../src/features/delivery/engine.ts";
import { confirmationEmailJob } from "../src/features/forms/confirmation-emails/job.ts";
import { sendConfirmationEmail } from "../src/features/forms/confirmation-emails/send.ts";
import { listNoticeMailJob, sendListNoticeMail } from "../src/features/lists/notices/notices.ts";
import {
  invitationMailJob,
  sendInvitationMail,
  sendPasswordResetMail,
  sendSecurityNoticeMail,
} from "../src/features/members/jobs.ts";
import { addMember } from "../src/features/members/members.ts";
import { sendSenderVerificationMail, senderVerificationMailJob } from "../src/features/sending/senders/jobs.ts";
import type { TenantDb } from "../src/db/tenant.ts";
import { notifyOperator } from "../src/jobs/operator-notice.ts";
import { insertParked } from "../src/journal/parked.queries.ts";
import type { Job, PayloadOf } from "../src/jobs/job.ts";
import { minutes } from "../src/kernel/local-time.ts";
import type { SendingStatus } from "../src/kernel/sending-status.ts";
import { mailSenders, type MailClass, type MailSender } from "../src/mail/permit.ts";
import { aDraft, aReadyCampaign } from "./harness/factories/campaign-drafts.ts";
import { anEmail, company, type TestCompany } from "./harness/factories/company.ts";
import { aForm } from "./harness/factories/forms.ts";
import { anEngine, aSendingCampaign } from "./harness/factories/sending-campaigns.ts";
import { aTemplate } from "./harness/factories/templates.ts";
import { createApi, type ApiRefusal } from "./harness/servers/api-client.ts";
import { submitForm } from "./harness/servers/public-pages.ts";
import { adminEmail, adminHeaders, captureMail, password } from "./harness/servers/sign-in.ts";
import { importsOf, sourceFiles, withoutComments } from "./harness/source-files.ts";

/** Every state of a company and the classes of mail that may leave in it; states without a change of the queue first. */
const states: readonly (Partial<SendingStatus> & { readonly state: string; readonly open: readonly MailClass[] })[] = [
  { state: "suspended", sendingState: "suspended", open: ["service"] },
  { state: "paused", sendingState: "paused", open: ["service"] },
  { state: "platform", sendingHold: "platform", open: ["service"] },
  { state: "free_limit", sendingHold: "free_limit", open: ["service"] },
  { state: "unpaid", sendingHold: "unpaid", open: ["service"] },
  { state: "pending", sendingState: "pending", open: ["service", "company"] },
  { state: "switched off", sendingEnabled: false, open: ["service", "company"] },
  { state: "live", open: ["service", "company", "audience"] },
];

type QueuedMail = {
  /** Sends the queued mail, as often as it is called while the mail is due. */
  readonly send: (worker: Worker) => Promise<unknown>;
  /** Where the engine sends what other tests left behind as well. */
  readonly to?: string;
  /** Operations that would queue such a mail. */
  readonly requests?: readonly (() => Promise<ApiRefusal>)[];
};

const operatorEmail = "operator@example.com";

/** One mail of every sender, queued while the company may send. A sender without an entry does not compile. */
const queueMail: Readonly<Record<MailSender, (own: TestCompany) => Promise<QueuedMail>>> = {
  "password-reset": async (own) => {
    const email = await adminEmail(own);
    await own.api.call("requestPasswordReset", { body: { email } });
    const [reset] = await own.app.db.sql<{ id: string }[]>`
      select r.id from password_reset r join person p on p.id = r.person_id where p.email = ${email}`;
    return { send: (worker) => sendPasswordResetMail(worker, { resetId: String(reset?.id) }) };
  },
  "security-notice": async (own) => {
    const [person] = await own.app.db.sql<{ id: string }[]>`
      select id from person where email = ${await adminEmail(own)}`;
    const at = own.clock.now().toISOString();
    const notice = {
      personId: String(person?.id),
      kind: "password_changed",
      tenantId: own.tenantId,
      name: "",
      at,
    } as const;
    return { send: (worker) => sendSecurityNoticeMail(worker, notice) };
  },
  "operator-notice": async ({ tenantId, app }) => {
    const park = (db: TenantDb) =>
      insertParked(db, {
        reader: "test",
        tx: "1",
        id: "1",
        place: 0,
        type: "contact_created",
        errorClass: "TypeError",
        errorMessage: "",
        attempts: 6,
        parkedAt: new Date(),
      });
    return {
      to: operatorEmail,
      send: async (worker) => {
        const db = app.db.forTenant(tenantId);
        await park(db);
        await notifyOperator({ ...worker, operatorEmail });
        await db.sql`delete from parked_journal_entry where tenant_id = ${tenantId}`;
      },
    };
  },
  invitation: async (own) => {
    const admin = createApi(own.server, own.tenant, await adminHeaders(own));
    const body = { email: anEmail(), roles: ["analyst"] };
    await admin.ok("createInvitation", { body });
    const payload = await findPayload(own, invitationMailJob);
    return {
      send: (worker) => sendInvitationMail(worker, payload),
      requests: [() => admin.refused("createInvitation", { body: { ...body, email: anEmail() } })],
    };
  },
  "sender-verification": async ({ api, clock, ...own }) => {
    const anAddress = () => ({ email: anEmail(), name: "Shop" });
    const { id } = await api.ok("createSender", { body: anAddress() });
    const params = { sender_id: id };
    clock.advance(minutes(2));
    const payload = await findPayload(own, senderVerificationMailJob);
    return {
      send: (worker) => sendSenderVerificationMail(worker, payload),
      requests: [
        () => api.refused("createSender", { body: anAddress() }),
        () => api.refused("updateSender", { params, body: anAddress() }),
        () => api.refused("resendSender", { params }),
      ],
    };
  },
  "test-email": async (own) => {
    await own.api.ok("setTestRecipients", { body: { emails: [anEmail()] } });
    const template = { template_id: (await aTemplate(own)).id };
    const draft = { campaign_id: (await aDraft(own)).id };
    await own.api.ok("saveCampaignContent", { params: draft, body: { html: "<p>Hello</p>", baseVersion: 1 } });
    await own.api.ok("testTemplate", { params: template, body: {} });
    const payload = await findPayload(own, testEmailJob);
    return {
      send: (worker) => sendTestEmail(worker, payload),
      requests: [
        () => own.api.refused("testTemplate", { params: template, body: {} }),
        () => own.api.refused("testCampaign", { params: draft, body: {} }),
      ],
    };
  },
  "list-notice": async (own) => {
    const { id } = await own.aList({ notifyOnAdd: true });
    await own.aContact({ listIds: [id] });
    await own.runListeners();
    const payload = await findPayload(own, listNoticeMailJob);
    return { send: (worker) => sendListNoticeMail(worker, payload) };
  },
  "automation-notice": async ({ tenantId, member }) => {
    const mail = { subject: "New", text: "They came", contactIds: [], count: 0, mailId: "1" };
    return { send: (worker) => sendMemberMail(worker, { tenantId, memberId: member, ...mail }) };
  },
  "approval-notice": async (own) => {
    const { id } = await aReadyCampaign(own, { people: 1 });
    const colleague = { email: anEmail(), password, roles: ["marketing_manager"], at: own.clock.now() };
    await addMember(own.app.db, own.tenantId, colleague);
    await own.api.ok("requestCampaignApproval", { params: { campaign_id: id }, body: {} });
    const payload = await findPayload(own, approvalMailJob);
    return { send: (worker) => sendApprovalMail(worker, payload) };
  },
  "form-letter": async (own) => {
    const { key } = await aForm(own);
    await submitForm(own, `/f/${key}`, { email: anEmail() });
    const payload = await findPayload(own, confirmationEmailJob);
    return { send: (worker) => sendConfirmationEmail(worker, payload) };
  },
  delivery: async (own) => {
    const { id } = await own.aList();
    const { email } = await own.aContact({ listIds: [id] });
    await aSendingCampaign(own, { listIds: [id] });
    const { engine } = anEngine(own);
    while (await engine.advance());
    const parts = await loadBackground();
    return {
      to: email,
      send: async (worker) => {
        const sending = new DeliveryEngine({ ...worker, ...parts });
        while (await sending.sendNext());
      },
    };
  },
};

/** The payload of the only job of the company in this queue. */
async function findPayload<Kind extends Job>({ app, tenantId }: Pick<TestCompany, "app" | "tenantId">, { name }: Kind) {
  const [job] = await app.db.sql<{ data: PayloadOf<Kind> }[]>`
    select data from pgboss.job where name = ${name} and data->>'tenantId' = ${tenantId}`;
  if (job === undefined) throw new Error(`no job in ${name}`);
  return job.data;
}

const setState = async (
  { ctx: { db } }: TestCompany,
  { sendingState = "live", sendingHold = "", sendingEnabled = true }: Partial<SendingStatus>,
) =>
  db.sql`update company set ${db.sql({ sendingState, sendingHold, sendingEnabled })} where tenant_id = ${db.tenantId}`;

it.each(Object.entries(mailSenders))("%s (%s) sends in the states of its class only", async (name, mailClass) => {
  const own = await company();
  const queued = await new Map(Object.entries(queueMail)).get(name)?.(own);
  const sent: Record<string, readonly string[]> = {};
  const refused: Record<string, unknown> = {};
  for (const status of states) {
    await setState(own, status);
    const { caught, transport } = captureMail();
    await queued?.send(createWorker(own.app, transport));
    sent[status.state] = caught.filter(({ to }) => to === (queued?.to ?? to)).map(({ sender }) => sender);
    if (status.open.includes("company")) continue;
    refused[status.state] = await Promise.all((queued?.requests ?? []).map((request) => request()));
  }
  const expected = states.map(({ state, open }) => [state, open.includes(mailClass) ? [name] : []] as const);
  expect(sent).toEqual(Object.fromEntries(expected));
  const refusal = { status: 409, code: "conflict", message: "sending_blocked" };
  const blocked = states.filter(({ open }) => !open.includes("company"));
  const refusals = blocked.map(({ state: reason }) => [
    reason,
    (queued?.requests ?? []).map(() => ({ ...refusal, params: { reason } })),
  ]);
  expect(refused).toEqual(Object.fromEntries(refusals));
});

/** Calls that give a permit, in the files that send. */
const permitCall = /\b(?:permitServiceMail|permitCompanyMail|permitClaimedMail|findMailPermit)\(([^)]*)\)/g;

it("gives every sender its permit in one file, by its name", () => {
  const files = sourceFiles.filter((file) => !["mail/permit.ts", "features/members/company-mail.ts"].includes(file));
  const calls = files.flatMap((file) => [...withoutComments(file).matchAll(permitCall)].map(([, given = ""]) => given));
  const names = calls.map((given) => /^(?:db, )?"([\w-]+)"$/.exec(given)?.[1] ?? `no name: ${given}`);
  expect(names.toSorted()).toEqual(Object.keys(mailSenders).toSorted());
});

it("reaches the relay only through the transport", () => {
  const relays = ["mail/smtp.ts", "mail/smtp-pool.ts", "mail/smtp-pipeline.ts", "mail/file-transport.ts"];
  const users = sourceFiles
    .filter((file) => !file.startsWith("mail/"))
    .filter((file) => importsOf(file).some(({ target, isTypeOnly }) => !isTypeOnly && relays.includes(target)));
  // The doctor connects and signs in, it sends nothing.
  expect(users).toEqual(["doctor/mail.ts"]);
  expect(withoutComments("doctor/mail.ts")).not.toMatch(/\.send\w*\(/);
});
