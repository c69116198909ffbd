import { inTransaction, type Context, type Services } from "../../../context.ts";
import type { Worker } from "../../../feature.ts";
import { requireFound } from "../../../kernel/errors.ts";
import { addMs } from "../../../kernel/local-time.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { lowerNotice } from "../../delivery/unknown-notices.queries.ts";
import type { UnknownDecision } from "../../delivery/unknown-shapes.ts";
import { notifyOfUnknown, resolveUnknown } from "../../delivery/unknown.ts";
import { confirmationEmailJob } from "../confirmation-emails/job.ts";
import { lockForm } from "../queries.ts";
import { getFormRecord } from "../service.ts";
import { formEmailKinds, type FormEmailKind } from "./kinds.ts";
import * as queries from "./queries.ts";
import { readFormSettings } from "../settings.ts";

/** The link of a confirmation e-mail is valid for sign-ups from this time on. */
const validSince = (services: Pick<Services, "clock" | "config">): Date =>
  addMs(services.clock.now(), -readFormSettings(services).confirmLinkS * 1000);

const kindsOf = (kind: FormEmailKind | undefined): readonly FormEmailKind[] =>
  kind === undefined ? formEmailKinds : [kind];

export async function listUnknownFormEmails(ctx: Context, formId: string, query: Paging & { kind?: FormEmailKind }) {
  await getFormRecord(ctx, formId);
  const { page, pageSize, offset } = toPage(query);
  const emails = { formId, kinds: kindsOf(query.kind), validSince: validSince(ctx) };
  const [total, rows] = await Promise.all([
    queries.countUnknownFormEmails(ctx.db, emails),
    queries.listUnknownFormEmails(ctx.db, emails, { limit: pageSize, offset }),
  ]);
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total, page, pageSize };
}

type Choice = {
  readonly decision: UnknownDecision;
  readonly kind?: FormEmailKind;
  readonly contactIds?: readonly string[];
};

/**
 * Confirmation e-mails are sent again only to sign-ups that wait and whose link is valid, which is checked once more before they are sent.
 * Welcome e-mails wait while they are switched off.
 */
export const decideUnknownFormEmails = (ctx: Context, formId: string, { decision, kind, contactIds }: Choice) =>
  inTransaction(ctx, async (inner) => {
    const { db, clock, jobs } = inner;
    requireFound(await lockForm(db, formId), "form");
    const kinds = kindsOf(kind);
    const at = clock.now();
    const confirmationEmails = { formId, kinds, contactIds, validSince: validSince(inner) };
    const confirmationEmailIds = await queries.resolveUnknownConfirmationEmails(db, confirmationEmails, {
      decision,
      at,
    });
    if (decision === "send_again")
      for (const confirmationEmailId of confirmationEmailIds)
        await jobs.send(db, confirmationEmailJob, { tenantId: db.tenantId, letterId: confirmationEmailId });
    const welcome = { kind: "welcome", sourceId: formId, variantIds: [formId], contactIds } as const;
    const { messages } = kinds.includes("welcome")
      ? await resolveUnknown(db, welcome, { decision, at })
      : { messages: 0 };
    const all = { formId, kinds: formEmailKinds, validSince: confirmationEmails.validSince };
    await lowerNotice(db, { ownerKind: "form", ownerId: formId }, await queries.countUnknownFormEmails(db, all));
    return { messages: confirmationEmailIds.length + messages };
  });

export const notifyOfUnknownFormEmails = async (worker: Worker): Promise<void> =>
  notifyOfUnknown(worker, "form", await queries.listFormsWithUnknown(worker.db, validSince(worker)));
