import type { Context } from "../../../src/context.ts";
import { inTransaction } from "../../../src/context.ts";
import { sendEmails } from "../../../src/features/automations/messages/executor.ts";
import { emailSources } from "../../../src/features/automations/messages/source.ts";
import { anAutomation, setStatus } from "./automations.ts";
import { anEmail, type TestCompany } from "./company.ts";
import { anEngine, aVerifiedSender, type RelayAnswer } from "./sending-campaigns.ts";
import { aTemplate } from "./templates.ts";

export type EmailAutomation = {
  readonly id: string;
  readonly templateId: string;
  readonly senderId: string;
  readonly isTransactional: boolean;
};

type EmailFields = { html?: string; transactional?: boolean; config?: Record<string, unknown> };

const defaultHtml = `<p>Hello {{df_name}}</p><p><a href="https://example.org/sale">Sale</a></p>`;

/** Added by hand, an e-mail at the node `mail`, the end. */
export const emailGraph = (config: Record<string, unknown>) => ({
  nodes: [
    { id: "t", type: "manual", config: {} },
    { id: "mail", type: "email", config },
    { id: "end", type: "end", config: {} },
  ],
  edges: [
    { id: "a", from: "t", output: "next", to: "mail" },
    { id: "b", from: "mail", output: "next", to: "end" },
  ],
});

/** An active automation with one e-mail. */
export async function anEmailAutomation(test: TestCompany, fields: EmailFields = {}): Promise<EmailAutomation> {
  const { html = defaultHtml, transactional = false, config = {} } = fields;
  const { id: templateId } = await aTemplate(test, { html, preheader: "Soon" });
  const senderId = await aVerifiedSender(test, anEmail());
  const graph = emailGraph({ senderId, subject: "Hello {{df_name}}", templateId, ...config });
  const { id } = await anAutomation(test, { graph, transactional });
  await setStatus(test, { id }, "active");
  return { id, templateId, senderId, isTransactional: transactional };
}

export async function aRun({ ctx }: TestCompany, { id }: { id: string }, contactId: string): Promise<string> {
  const at = ctx.clock.now();
  const [row] = await ctx.db.sql<{ id: string }[]>`
    insert into automation_run (tenant_id, automation_id, contact_id, trigger, version, state, node, arrived_at, due_at,
      entered_at)
    values (${ctx.db.tenantId}, ${id}, ${contactId}, 't', 1, 'running', 'mail', ${at}, ${at}, ${at}) returning id`;
  return row?.id ?? "";
}

type LifecycleState = { readonly runId: string; readonly contactId: string };

/** What the engine does with runs that stand at the e-mail, in the transaction of `ctx`. */
export async function stepOver(
  ctx: Context,
  { test, automation, node = "mail" }: { test: TestCompany; automation: EmailAutomation; node?: string },
  runs: readonly LifecycleState[],
) {
  const last: (() => Promise<void>)[] = [];
  const outcomes = await sendEmails(ctx, {
    automation: {
      id: automation.id,
      shopId: test.shopId,
      version: 1,
      isTransactional: automation.isTransactional,
    },
    node: { id: node, type: "email", config: {} },
    runs: runs.map((run) => ({ ...run, arrivedAt: ctx.clock.now() })),
    beforeCommit: (work) => last.push(work),
  });
  for (const work of last) await work();
  return outcomes;
}

/** New runs of the contacts pass the e-mail. */
export async function passEmail(test: TestCompany, automation: EmailAutomation, contactIds: readonly string[]) {
  const runs: LifecycleState[] = [];
  for (const contactId of contactIds) runs.push({ contactId, runId: await aRun(test, automation, contactId) });
  const outcomes = await inTransaction(test.ctx, (ctx) => stepOver(ctx, { test, automation }, runs));
  return { runs, outcomes };
}

export const anEmailEngine = (test: TestCompany, answer?: RelayAnswer) => anEngine(test, answer, emailSources);

/** Messages of all e-mails of the automation, in the order of runs of a contact. */
export const emailsOf = async ({ ctx: { db } }: TestCompany, { id }: { id: string }) => [
  ...(await db.sql<{ sourceId: string; contactId: string; ordinal: number; state: string; reason: string | null }[]>`
    select m.source_id, m.contact_id, s.ordinal, m.state, m.reason from message m
    join automation_email_source s on s.tenant_id = ${db.tenantId} and s.id = m.source_id and s.automation_id = ${id}
    where m.tenant_id = ${db.tenantId} order by m.contact_id, s.ordinal`),
];
