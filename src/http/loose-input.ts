import type { FastifyInstance, FastifyRequest } from "fastify";
import { protocolOf, type Protocol } from "../kernel/protocol.ts";
import { notJson } from "../kernel/errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    protocol?: Protocol;
  }
}

/** Clients of the compatible API send `[]` or `null` for nothing, and parameters without a value. */
export function acceptLooseInput(request: FastifyRequest): void {
  const { body, query } = request;
  if (body === null || (Array.isArray(body) && body.length === 0)) request.body = {};
  if (typeof query !== "object" || query === null) return;
  request.query = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** Clients of the compatible API may end a path with a slash; elsewhere that is another, unknown path. */
export function withoutTrailingSlash(url: string): string {
  const query = url.indexOf("?");
  const end = query === -1 ? url.length : query;
  if (!url.startsWith("/", end - 1) || protocolOf(url) !== "v3") return url;
  return url.slice(0, end - 1) + url.slice(end);
}

/** HTTP libraries declare the type of a form for a POST without a body. */
export function acceptEmptyBodies(app: FastifyInstance): void {
  app.addContentTypeParser("*", (request, _payload, done) => {
    const isEmpty = request.headers["content-length"] === "0" && request.routeOptions.config.protocol === "v3";
    done(isEmpty || request.is404 ? null : notJson(), undefined);
  });
}
