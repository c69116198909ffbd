import { inTransaction, type Context } from "../../../context.ts";
import { addressFingerprint } from "../../../kernel/crypto.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { notFound, rateLimited, unavailable, validation } from "../../../kernel/errors.ts";
import { addMs, days, hours } from "../../../kernel/local-time.ts";
import { findSuppression } from "../../contacts/suppressions/queries.ts";
import { lockCompany } from "../../people/queries.ts";
import { lockHead, type Owner } from "../versions/queries.ts";
import { getHead } from "../versions/service.ts";
import { testMailJob } from "./jobs.ts";
import { makeLetter } from "./letter.ts";
import * as queries from "./queries.ts";
import { testLimit } from "./shapes.ts";

export async function getRecipients(ctx: Context) {
  return { emails: (await queries.listRecipients(ctx.db)).map(({ email }) => email) };
}

export async function setRecipients(ctx: Context, emails: readonly string[]) {
  const unique = [...new Set(emails.map((email) => normalizeEmail(email) ?? ""))];
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    await queries.replaceRecipients(inner.db, unique);
    return getRecipients(inner);
  });
}

/** Test e-mails go only to the company's test addresses (part 1, rule 4), and never to one that is suppressed (rule 1). */
export async function requestTest(ctx: Context, owner: Owner, emails: readonly string[] | undefined) {
  const chosen = choose(await queries.listRecipients(ctx.db), emails);
  const { version } = await getHead(ctx, owner);
  if (ctx.mailMode === "off") throw unavailable("mail");
  const { open, leftOut } = await divide(ctx, chosen);
  const [first] = open;
  if (first === undefined) throw validation("emails", { leftOut });
  await refuseBroken(ctx, owner, { version, email: first.email });
  const remaining = await book(ctx, owner, version, open);
  return { emails: open.map(({ email }) => email), leftOut, remaining };
}

/** Who asks for a test is told at once when it cannot be made. */
async function refuseBroken(ctx: Context, owner: Owner, { version, email }: { version: number; email: string }) {
  const content = await queries.findTestContent(ctx.db, owner, version);
  if (content === undefined) throw notFound(owner.kind);
  const made = await makeLetter(ctx, { content, email, publicUrl: ctx.publicUrl, now: ctx.clock.now() });
  if (!made.ok) throw validation("html", { issues: [made.issue] });
}

function choose(recipients: readonly queries.Recipient[], emails: readonly string[] | undefined) {
  if (emails === undefined && recipients.length > 0) return recipients;
  const wanted = new Set((emails ?? []).map((email) => normalizeEmail(email) ?? ""));
  const chosen = recipients.filter(({ email }) => wanted.has(email));
  if (chosen.length === 0 || chosen.length < wanted.size) throw validation("emails");
  return chosen;
}

async function divide(ctx: Context, chosen: readonly queries.Recipient[]) {
  const asked = await Promise.all(
    chosen.map(async (recipient) => {
      const fingerprint = addressFingerprint(ctx.company.fingerprintKey, recipient.email);
      return { recipient, suppression: await findSuppression(ctx.db, fingerprint) };
    }),
  );
  return {
    open: asked.filter(({ suppression }) => suppression === undefined).map(({ recipient }) => recipient),
    leftOut: asked.flatMap(({ recipient: { email }, suppression }) =>
      suppression === undefined ? [] : [{ email, reason: suppression.reason }],
    ),
  };
}

/** Counts under the lock of the owner, or of its campaign, so that requests at once do not pass the limit together. Answers what it leaves. */
async function book(ctx: Context, owner: Owner, version: number, open: readonly queries.Recipient[]): Promise<number> {
  return inTransaction(ctx, async ({ db, clock, jobs }) => {
    const counted = await queries.findCounted(db, owner);
    await lockHead(db, counted);
    const createdAt = clock.now();
    const times = await queries.listTestTimes(db, counted, addMs(createdAt, -hours(24)));
    const left = testLimit - times.length - open.length;
    if (left < 0) throw rateLimited("test-emails", waitFor(times, -left, createdAt));
    await queries.deleteOldTests(db, addMs(createdAt, -days(7)));
    const recipientIds = open.map(({ id }) => id);
    for (const testId of await queries.insertTests(db, owner, { version, recipientIds, createdAt })) {
      await jobs.send(db, testMailJob, { tenantId: db.tenantId, testId });
    }
    return left;
  });
}

/** Seconds until so many of the earlier ones are a day old; a day when even all of them would not do. */
function waitFor(times: readonly Date[], count: number, now: Date): number {
  const freed = times[count - 1] ?? now;
  return Math.max(1, Math.ceil((addMs(freed, hours(24)).getTime() - now.getTime()) / 1000));
}
