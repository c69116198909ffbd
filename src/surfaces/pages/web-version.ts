import type { FastifyInstance } from "fastify";
import { notFound } from "../../kernel/errors.ts";
import { getVerifiedToken } from "./verified-token.ts";
import { pathParam } from "./forms.ts";
import { sandboxPolicy } from "./policies.ts";
import type { PublicPageDeps } from "./page-deps.ts";

/** `/v/{token}`: the web version of an e-mail, as it was sent. */
export function registerWebVersion(pages: FastifyInstance, deps: PublicPageDeps): void {
  pages.get("/v/:token", async (request, reply) => {
    const { ctx, claims } = await getVerifiedToken(deps, pathParam(request, "token"), ["browser"]);
    for (const find of deps.messages) {
      const markup = await find(ctx, claims);
      if (markup === undefined) continue;
      return reply.header("Content-Security-Policy", sandboxPolicy).type("text/html; charset=utf-8").send(markup);
    }
    throw notFound("message");
  });
}
