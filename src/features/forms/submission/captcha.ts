import { hkdfSync, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../context.ts";
import { macKey, macOfText } from "../../../kernel/mac.ts";
import { addMs, hours } from "../../../kernel/local-time.ts";
import type { ShownCaptcha } from "../public/form-page.ts";

const captchaMs = hours(2);

type PageSigner = Pick<Context, "company" | "clock">;

/** A key of its own, so that one signature cannot be used as another. */
const sign = ({ company }: Pick<Context, "company">, text: string): string => {
  const key = macKey(new Uint8Array(hkdfSync("sha256", company.fingerprintKey, "", "postrider form pages", 32)));
  return macOfText(key, text);
};

function isSigned(ctx: Pick<Context, "company">, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(ctx, text));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * A sum of two digits: needs no script and no third party. The token is signed for the form and the right answer, and is
 * used once.
 */
export function showCaptcha(ctx: PageSigner, formId: string): ShownCaptcha {
  const left = randomInt(1, 10);
  const right = randomInt(1, 10);
  const expiresAt = addMs(ctx.clock.now(), captchaMs).getTime();
  const nonce = randomBytes(9).toString("base64url");
  const signature = sign(ctx, captchaText(formId, { expiresAt, nonce, answer: String(left + right) }));
  return { question: `${left} + ${right}`, token: `${expiresAt}.${nonce}.${signature}` };
}

const captchaText = (formId: string, sum: { expiresAt: number; nonce: string; answer: string }): string =>
  `captcha ${formId} ${sum.expiresAt} ${sum.nonce} ${sum.answer}`;

export type SolvedCaptcha = { readonly nonce: string; readonly expiresAt: Date };

/** The solved sum, to be marked as used; undefined if it is wrong, expired or of another form. */
export function checkCaptcha(
  ctx: PageSigner,
  formId: string,
  { token, answer }: { token: string; answer: string },
): SolvedCaptcha | undefined {
  const [, expires, nonce, signature] = /^(\d{1,15})\.([\w-]{1,40})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (nonce === undefined || signature === undefined || answer.trim().length > 3) return undefined;
  const expiresAt = Number(expires);
  if (expiresAt <= ctx.clock.now().getTime()) return undefined;
  const text = captchaText(formId, { expiresAt, nonce, answer: answer.trim() });
  return isSigned(ctx, text, signature) ? { nonce, expiresAt: new Date(expiresAt) } : undefined;
}

export function signShownAt(ctx: PageSigner, formId: string): string {
  const text = `shown ${formId} ${ctx.clock.now().getTime()}`;
  return `${ctx.clock.now().getTime()}.${sign(ctx, text)}`;
}

/** The page was sent back sooner than a person can fill it in, or its time is forged. Embedded forms have none. */
export function isTooFast(
  ctx: PageSigner,
  formId: string,
  { shownAt, minSeconds }: { shownAt: string; minSeconds: number },
): boolean {
  if (minSeconds === 0 || shownAt === "") return false;
  const [time = "", signature = ""] = shownAt.split(".");
  if (!isSigned(ctx, `shown ${formId} ${time}`, signature)) return true;
  return ctx.clock.now().getTime() - Number(time) < minSeconds * 1000;
}
