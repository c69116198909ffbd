import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findEmailPageId } from "../../features/automations/messages/content.queries.ts";
import { findUnsubscribePageId } from "../../features/campaigns/queries.ts";
import {
  findPreferences,
  unsubscribeByOneClick,
  unsubscribeFromAll,
  saveListChoice,
} from "../../features/pages/preferences/service.ts";
import { maxReasonLength, preferencesPage, thanksPage } from "../../features/pages/preferences/preferences-view.ts";
import { limitVisits } from "../../features/members/sessions/throttle.ts";
import { notFound } from "../../kernel/errors.ts";
import { valuesIn, pathParam } from "./forms.ts";
import { getVerifiedToken, type VerifiedToken } from "./verified-token.ts";
import type { PublicPageDeps } from "./page-deps.ts";

/** Every save writes journal entries, so saves are rate limited. Unsubscribing is never limited. */
const maxSaves = 40;

/** `/u/{token}`: list choice and unsubscribing. */
export function registerPreferences(pages: FastifyInstance, deps: PublicPageDeps): void {
  const open = (request: FastifyRequest) =>
    getVerifiedToken(deps, pathParam(request, "token"), ["unsubscribe", "preferences"]);

  pages.get("/u/:token", async (request, reply) => {
    const preferences = await getPreferences(await open(request));
    return show(reply, 200, preferencesPage(preferences));
  });

  pages.post("/u/:token", async (request, reply) => {
    const verified = await open(request);
    const values = valuesIn(request);
    // RFC 8058: one-click requests come from mail clients, which need no page.
    if (values("List-Unsubscribe").includes("One-Click")) {
      await unsubscribeByOneClick(verified.ctx, verified.claims);
      return reply.code(200).type("text/plain; charset=utf-8").send("");
    }
    const [action] = values("action");
    if (action === "all") {
      const before = await getPreferences(verified);
      await unsubscribeFromAll(verified.ctx, verified.claims, { note: reasonIn(values), reason: "person" });
      return show(reply, 200, thanksPage(before));
    }
    if (action === "save") {
      const { ctx, claims } = verified;
      const subject = `preferences ${claims.tenantId} ${claims.contactId}`;
      await limitVisits({ db: deps.db, clock: ctx.clock, address: request.ip }, subject, maxSaves);
      const shown = values("shown").flatMap((ids) => ids.split(" "));
      await saveListChoice(ctx, claims, { shown, chosen: values("list") });
      return show(reply, 200, preferencesPage(await getPreferences(verified), "saved"));
    }
    return show(reply, 400, preferencesPage(await getPreferences(verified), "unreadable"));
  });
}

async function getPreferences({ ctx, claims }: VerifiedToken) {
  const pageId = (await findUnsubscribePageId(ctx.db, claims)) ?? (await findEmailPageId(ctx.db, claims.campaignId));
  const preferences = await findPreferences(ctx, claims, pageId);
  if (preferences === undefined) throw notFound("contact");
  return preferences;
}

/** The chosen reason and the free text. */
function reasonIn(values: (name: string) => string[]): string | null {
  const parts = [values("reason")[0], values("other")[0]].map((text) =>
    (text ?? "").replaceAll(/\s+/g, " ").trim().slice(0, maxReasonLength),
  );
  const reason = parts.filter((part) => part !== "").join(": ");
  return reason === "" ? null : reason;
}

const show = (reply: FastifyReply, status: number, markup: string): FastifyReply =>
  reply.code(status).type("text/html; charset=utf-8").send(markup);
