import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { detectProtocol, type Protocol } from "../kernel/protocol.ts";
import { notJson, tooLarge } from "../kernel/errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    protocol?: Protocol;
    takesBody?: boolean;
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
  if (!url.startsWith("/", end - 1) || detectProtocol(url) !== "v3") return url;
  return url.slice(0, end - 1) + url.slice(end);
}

const formType = "application/x-www-form-urlencoded";
const maxIgnoredBytes = 65_536;

/**
 * HTTP libraries declare the type of a form for a POST without a body. Operations of the compatible API that take no body
 * read a form and ignore it.
 */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser("*", (request, payload, done) => {
    const { protocol, takesBody } = request.routeOptions.config;
    const isForm = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() === formType;
    if (protocol === "v3" && takesBody === false && isForm) return ignoreBody(payload, done);
    const isEmpty = request.headers["content-length"] === "0" && protocol === "v3";
    done(isEmpty || request.is404 ? null : notJson(), undefined);
  });
}

function ignoreBody(payload: Readable, done: (error: Error | null, body?: undefined) => void): void {
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > maxIgnoredBytes) finish(tooLarge());
  };
  const finish = (error: Error | null): void => {
    payload.off("data", count).off("error", finish).off("end", end);
    done(error, undefined);
  };
  const end = (): void => finish(null);
  payload.on("data", count).once("error", finish).once("end", end);
}
