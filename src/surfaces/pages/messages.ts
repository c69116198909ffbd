import type { FastifyInstance } from "fastify";
import { notFound } from "../../kernel/errors.ts";
import { openToken } from "./opened-token.ts";
import { pathParam } from "./params.ts";
import { sandboxPolicy } from "./policies.ts";
import type { PublicParts } from "./public-pages.ts";

/** `/v/{token}`: an e-mail in the browser, as it was sent. */
export function registerMessages(pages: FastifyInstance, parts: PublicParts): void {
  pages.get("/v/:token", async (request, reply) => {
    const { ctx, claims } = await openToken(parts, pathParam(request, "token"), ["browser"]);
    for (const find of parts.messages) {
      const markup = await find(ctx, claims);
      if (markup === undefined) continue;
      return reply.header("Content-Security-Policy", sandboxPolicy).type("text/html; charset=utf-8").send(markup);
    }
    throw notFound("message");
  });
}
