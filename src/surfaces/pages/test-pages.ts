import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { negotiatePageLanguage } from "../../kernel/page-language.ts";
import { valuesIn } from "./forms.ts";
import { testLinkPage } from "./public-views.ts";

/** Targets of the links in test e-mails, which belong to no contact. Nothing here has an effect. */
export function registerTestPages(pages: FastifyInstance): void {
  for (const page of ["u", "v", "c"]) pages.get(`/${page}/test`, async (request, reply) => show(request, reply));
  pages.post("/u/test", async (request, reply) =>
    valuesIn(request)("List-Unsubscribe").includes("One-Click")
      ? reply.type("text/plain; charset=utf-8").send("")
      : show(request, reply),
  );
}

const show = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .header("Vary", "Accept-Language")
    .type("text/html; charset=utf-8")
    .send(testLinkPage(negotiatePageLanguage(request.headers["accept-language"])));
