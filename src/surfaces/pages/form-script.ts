import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { embeddedStylesheet } from "../../features/forms/public/form-style.ts";
import { openEmbeddedForm } from "../../features/forms/public/open-page.ts";
import { formTexts } from "../../features/forms/public/texts.ts";
import type { PublicForm } from "../../features/forms/public/view.ts";
import type { FormRecord } from "../../features/forms/queries.ts";
import { dayAt } from "../../kernel/local-time.ts";
import { embeddedScript, sendScript } from "../embedded-program.ts";

type OpenedForm = { readonly ctx: Context; readonly form: FormRecord; readonly shown: PublicForm };

/** Empty for a form that is inactive, and for a pop-up after its last day. */
export function sendFormScript(request: FastifyRequest, reply: FastifyReply, opened: OpenedForm): FastifyReply {
  void reply.header("Cross-Origin-Resource-Policy", "cross-origin");
  const { form, shown } = opened;
  const text = form.isActive && !hasEnded(opened) ? formScript(opened) : "";
  // A sum and the time of showing belong to one visitor.
  if (shown.captcha || shown.minFillSeconds > 0) return reply.type("text/javascript; charset=utf-8").send(text);
  return sendScript(request, reply, text);
}

const hasEnded = ({ ctx, shown: { kind, popup } }: OpenedForm): boolean =>
  kind !== "classic" && popup.until !== null && popup.until < dayAt(ctx.clock.now(), ctx.company.timeZone);

function formScript({ ctx, form, shown }: OpenedForm): string {
  const { key, url, kind, uiLanguage: language, design } = shown;
  const { until: _until, ...popup } = shown.popup;
  const { problem, changed, tooMany, failed, close } = formTexts[shown.uiLanguage];
  return embeddedScript("pages/client/form.js", "FORM", {
    key,
    url,
    kind,
    language,
    popup,
    css: embeddedStylesheet(design),
    texts: { problem, changed, tooMany, failed, close },
    content: openEmbeddedForm(ctx, { formId: form.id, form: shown }),
  });
}
