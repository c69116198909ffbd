import { compileHtml } from "../../../src/mail/render/compile-html.ts";
import { buildPlan, type EmailPlan, type EmailSource, type PlanOptions } from "../../../src/mail/render/plan.ts";

/** A plan compiled in this process. */
export function aPlan(email: EmailSource, options?: PlanOptions): EmailPlan {
  const { html, preheader, text, footerHtml, optOut } = email;
  const compiled = compileHtml({ html, preheader, text, footerHtml: footerHtml ?? "", optOut: optOut ?? null });
  if ("refusal" in compiled) throw new Error(compiled.refusal.code);
  return buildPlan(email, compiled, options);
}
