import { inTransaction, type Context } from "../../../context.ts";
import { accepts, existing } from "../../../kernel/accepts.ts";
import { addressFingerprint } from "../../../kernel/crypto.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { notFound, rateLimited, unavailable, validation } from "../../../kernel/errors.ts";
import { addMs, days, hours } from "../../../kernel/local-time.ts";
import { findSuppression } from "../../contacts/suppressions/queries.ts";
import { requireShop } from "../../contacts/shops.ts";
import { requireMailAllowed } from "../../members/company-mail.ts";
import { lockCompany } from "../../members/queries.ts";
import { findOutgoingSender } from "../../sending/outgoing-sender.ts";
import { lockContentHead, type ContentOwner } from "../versions/queries.ts";
import { getContentHead } from "../versions/service.ts";
import { testEmailJob } from "./jobs.ts";
import { composeTestEmail } from "./compose-test-email.ts";
import { countTestEmails } from "./daily-limit.ts";
import * as queries from "./queries.ts";
import { dailyTestEmailLimit, type TemplateTestInput, type TestSettings } from "./shapes.ts";

export async function getTestRecipients(ctx: Context) {
  return { emails: (await queries.listTestRecipients(ctx.db)).map(({ email }) => email) };
}

export async function setTestRecipients(ctx: Context, emails: readonly string[]) {
  const unique = [...new Set(emails.map((email) => normalizeEmail(email) ?? ""))];
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    await queries.replaceTestRecipients(inner.db, unique);
    return getTestRecipients(inner);
  });
}

/**
 * Sends only to the company's test addresses (part 1, rule 4), never to suppressed ones (rule 1), and not while the company's
 * sending is blocked.
 */
export async function requestTestEmail(
  ctx: Context,
  owner: ContentOwner,
  { emails, published = false, settings = {} }: TemplateTestInput,
) {
  const chosen = chooseRecipients(await queries.listTestRecipients(ctx.db), emails);
  const head = await getContentHead(ctx, owner);
  const test = { version: published ? (head.publishedVersion ?? head.version) : head.version, settings };
  await rejectUnknown(ctx, settings);
  if (ctx.mailMode === "off") throw unavailable("mail");
  await requireMailAllowed(ctx.db);
  const { mailable, leftOut } = await splitBySuppression(ctx, chosen);
  const [first] = mailable;
  if (first === undefined) throw validation("emails", { leftOut, ...accepts.mailable });
  await rejectUncomposable(ctx, owner, { ...test, email: first.email });
  const remaining = await enqueueTestEmails(ctx, owner, test, mailable);
  return { emails: mailable.map(({ email }) => email), leftOut, remaining };
}

/** The content that is tested, and what it has instead of the settings of its owner. */
type Test = { readonly version: number; readonly settings: TestSettings };

async function rejectUnknown(ctx: Context, { senderId, shopId }: TestSettings): Promise<void> {
  if (senderId !== undefined && (await findOutgoingSender(ctx.db, senderId)) === undefined)
    throw validation("settings.senderId", accepts.verifiedSender);
  if (shopId !== undefined) await requireShop(ctx.db, shopId, "settings.shopId");
}

/** Rejects content that cannot be composed at request time, not in the job. */
async function rejectUncomposable(
  ctx: Context,
  owner: ContentOwner,
  { version, settings, email }: Test & { readonly email: string },
) {
  const content = await queries.findTestContent(ctx.db, owner, version);
  if (content === undefined) throw notFound(owner.kind);
  const made = await composeTestEmail(ctx, {
    content: { ...content, ...settings },
    email,
    publicUrl: ctx.publicUrl,
    now: ctx.clock.now(),
  });
  if (!made.ok) throw validation("html", { issues: [made.issue] });
}

function chooseRecipients(recipients: readonly queries.TestRecipient[], emails: readonly string[] | undefined) {
  if (emails === undefined && recipients.length > 0) return recipients;
  const requested = new Set((emails ?? []).map((email) => normalizeEmail(email) ?? ""));
  const chosen = recipients.filter(({ email }) => requested.has(email));
  if (chosen.length === 0 || chosen.length < requested.size) throw validation("emails", existing("test_recipient"));
  return chosen;
}

async function splitBySuppression(ctx: Context, chosen: readonly queries.TestRecipient[]) {
  const checked = await Promise.all(
    chosen.map(async (recipient) => {
      const fingerprint = addressFingerprint(ctx.company.fingerprintKey, recipient.email);
      return { recipient, suppression: await findSuppression(ctx.db, fingerprint) };
    }),
  );
  return {
    mailable: checked.filter(({ suppression }) => suppression === undefined).map(({ recipient }) => recipient),
    leftOut: checked.flatMap(({ recipient: { email }, suppression }) =>
      suppression === undefined ? [] : [{ email, reason: suppression.reason }],
    ),
  };
}

/**
 * Counts under the lock of the owner, or of its campaign, so that concurrent requests cannot exceed its limit; then for the
 * company. Returns the remaining number of the owner.
 */
async function enqueueTestEmails(
  ctx: Context,
  owner: ContentOwner,
  { version, settings }: Test,
  mailable: readonly queries.TestRecipient[],
): Promise<number> {
  return inTransaction(ctx, async (inner) => {
    const { db, clock, jobs } = inner;
    const quotaOwner = await queries.findQuotaOwner(db, owner);
    await lockContentHead(db, quotaOwner);
    const createdAt = clock.now();
    const times = await queries.listTestEmailTimes(db, quotaOwner, addMs(createdAt, -hours(24)));
    const remaining = dailyTestEmailLimit - times.length - mailable.length;
    if (remaining < 0) throw rateLimited("test-emails", secondsUntilFree(times, -remaining, createdAt));
    await countTestEmails(
      inner,
      mailable.map(({ email }) => email),
      createdAt,
    );
    await queries.deleteOldTestEmails(db, addMs(createdAt, -days(7)));
    const recipientIds = mailable.map(({ id }) => id);
    for (const testId of await queries.insertTestEmails(db, owner, { version, settings, recipientIds, createdAt })) {
      await jobs.send(db, testEmailJob, { tenantId: db.tenantId, testId });
    }
    return remaining;
  });
}

/** Seconds until `count` of the earlier test e-mails are a day old; a day if there are fewer. */
function secondsUntilFree(times: readonly Date[], count: number, now: Date): number {
  const freed = times[count - 1] ?? now;
  return Math.max(1, Math.ceil((addMs(freed, hours(24)).getTime() - now.getTime()) / 1000));
}
