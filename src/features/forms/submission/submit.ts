import { inTransaction, type Context } from "../../../context.ts";
import { addressFingerprint } from "../../../kernel/crypto.ts";
import { limitAddress } from "../../../kernel/limit-address.ts";
import { addMs, days, hours } from "../../../kernel/local-time.ts";
import { findAddressStatus } from "../../contacts/double-opt-in/queries.ts";
import { findConfirmationEmailObstacle, requestConfirmation } from "../../contacts/double-opt-in/request.ts";
import { listFields } from "../../contacts/fields/queries.ts";
import { lockAddress } from "../../contacts/queries.ts";
import { toNetwork } from "../../members/sessions/network.ts";
import { captchaField } from "../fields.ts";
import { enqueueConfirmationEmail } from "../confirmation-emails/enqueue.ts";
import type { FieldProblem } from "../public/texts/form-texts.ts";
import { countSubmission, findDefaultPurposeId, type FormRecord } from "../queries.ts";
import type { ViewOrigin } from "../report/origin.ts";
import { checkCaptcha, isTooFast, type SolvedCaptcha } from "./captcha.ts";
import { captchaTokenField, shownAtField, trapField, versionField } from "./reserved-names.ts";
import * as queries from "./signups.queries.ts";
import { parseValues, type ParsedValues, type SubmittedValues } from "./values.ts";

export type Submission = {
  readonly values: SubmittedValues;
  readonly ip: string;
  /** Address of the page on which the form was shown. */
  readonly page: string | null;
  readonly utm: Record<string, string>;
  readonly origin: ViewOrigin;
  readonly language: string;
};

/** The answer says nothing about the address: it is the same for everybody whose form is right. */
export type SubmissionResult =
  | { readonly kind: "accepted" }
  | { readonly kind: "changed"; readonly typed: ReadonlyMap<string, string> }
  | {
      readonly kind: "problems";
      readonly typed: ReadonlyMap<string, string>;
      readonly problems: ReadonlyMap<string, FieldProblem>;
    }
  | { readonly kind: "limited"; readonly typed: ReadonlyMap<string, string>; readonly retryAfter: number };

const windows = { network: hours(1), address: days(1), company: hours(1) };
const maxSignUps = { network: 10, address: 3, company: 300 };

export async function submitForm(ctx: Context, form: FormRecord, submission: Submission): Promise<SubmissionResult> {
  const { values } = submission;
  const own = (name: string) => values(name)[0] ?? "";
  const { minFillSeconds: minSeconds } = form.settings;
  if (own(trapField) !== "" || isTooFast(ctx, form.id, { shownAt: own(shownAtField), minSeconds }))
    return { kind: "accepted" };
  const parsed = parseValues(form.fields, values, await listFields(ctx.db));
  const { typed, problems, email } = parsed;
  const solved = form.captcha
    ? checkCaptcha(ctx, form.id, { token: own(captchaTokenField), answer: own(captchaField) })
    : undefined;
  if (form.captcha && solved === undefined) problems.set(captchaField, "captcha");
  if (problems.size > 0 || email === undefined) return { kind: "problems", typed, problems };
  const shownVersion = own(versionField);
  if (shownVersion !== "" && shownVersion !== String(form.version)) return { kind: "changed", typed };
  return inTransaction(ctx, (inner) => store(inner, form, { submission, parsed, email, solved }));
}

type ReadySignUp = {
  readonly submission: Submission;
  readonly parsed: ParsedValues;
  readonly email: string;
  readonly solved: SolvedCaptcha | undefined;
};

async function store(ctx: Context, form: FormRecord, ready: ReadySignUp): Promise<SubmissionResult> {
  const { db, clock, company } = ctx;
  const { submission, parsed, email, solved } = ready;
  const { typed } = parsed;
  const at = clock.now();
  const fingerprint = addressFingerprint(company.fingerprintKey, email);
  const mailbox = addressFingerprint(company.fingerprintKey, limitAddress(email));
  const network = toNetwork(submission.ip);
  await queries.lockSignUps(db);
  const retryAfter = await findRetryAfter(ctx, { formId: form.id, network, mailbox });
  if (retryAfter !== undefined) return { kind: "limited", typed, retryAfter };
  if (solved !== undefined && !(await queries.useCaptcha(db, solved)))
    return { kind: "problems", typed, problems: new Map([[captchaField, "captcha" as const]]) };
  // The address before the form, as a confirmation locks them.
  await lockAddress(db, fingerprint);
  // The form may have been changed since it was read.
  if (!(await countSubmission(db, form.id, form.version))) return { kind: "changed", typed };
  const addressStatus = await findAddressStatus(db, { email, fingerprint });
  const obstacle = findConfirmationEmailObstacle(addressStatus);
  const purposeId = form.purposeId ?? (await findDefaultPurposeId(db));
  const { shopId, listIds, consentHtml } = form;
  const newContactId =
    obstacle === undefined
      ? await requestConfirmation(ctx, addressStatus, {
          email,
          fingerprint,
          shopId,
          purposeId,
          listIds,
          consentText: consentHtml,
          ip: submission.ip,
          at,
        })
      : undefined;
  const signUpId = await queries.insertSignUp(db, {
    formId: form.id,
    formVersion: form.version,
    email,
    fingerprint,
    mailboxFingerprint: mailbox,
    contactId: newContactId ?? addressStatus.contactId,
    isNewContact: newContactId !== undefined,
    state: obstacle === undefined ? "pending" : "refused",
    reason: obstacle ?? null,
    purposeId,
    listIds,
    typed: Object.fromEntries(typed),
    profile: parsed.profile,
    customFields: parsed.customFields,
    utm: submission.utm,
    consentHtml,
    page: submission.page,
    viewedPage: submission.origin.page,
    source: submission.origin.source,
    language: submission.language,
    ip: submission.ip,
    network,
    filledAt: at,
  });
  if (obstacle === undefined) await enqueueConfirmationEmail(ctx, { signUpId, kind: "confirmation" });
  return { kind: "accepted" };
}

/** Seconds until all reached limits allow another sign-up; undefined if none is reached. */
async function findRetryAfter({ db, clock }: Context, by: queries.LimitedBy): Promise<number | undefined> {
  const now = clock.now();
  const limitOf = (name: keyof typeof windows) => ({ max: maxSignUps[name], since: addMs(now, -windows[name]) });
  const reached = await queries.findReachedLimits(db, by, {
    perNetwork: limitOf("network"),
    perAddress: limitOf("address"),
    perCompany: limitOf("company"),
  });
  const free = (["network", "address", "company"] as const).flatMap((name) => {
    const at = reached[name];
    return at === null ? [] : [addMs(at, windows[name]).getTime() - now.getTime()];
  });
  return free.length === 0 ? undefined : Math.max(1, Math.ceil(Math.max(...free) / 1000));
}
