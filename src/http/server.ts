import { randomUUID } from "node:crypto";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { identify, needsIdentity } from "./auth.ts";
import { maxBodyBytes, parseJson, rejectForbiddenText, rejectUndecodableQuery } from "./body.ts";
import { connectionOptions, defaultConnectionLimits, limitConnections } from "./connections.ts";
import { isServedByHttps } from "./credentials.ts";
import { answerBrokenRequest, errorSender } from "./errors.ts";
import { registerHealth } from "./health.ts";
import { observeRequests } from "./metrics.ts";
import { registerOpenApi } from "./openapi/route.ts";
import { registerRoutes, type Binding } from "./routes.ts";
import { acceptForms, acceptLooseInput, withoutTrailingSlash } from "./loose-input.ts";
import { acceptMultipartForms } from "./uploads.ts";
import { compileAnswerSchema, compileRequestSchema } from "./validation.ts";
import { watchForProxy } from "./untrusted-proxy.ts";
import type { ServerDeps } from "./server-deps.ts";

/** Sent with every response; pages that need a wider policy set their own. */
const securityHeaders = ({ publicUrls }: ServerDeps): Record<string, string> => ({
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
  ...(isServedByHttps(publicUrls) ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
});

/** Node's own limit: an id of any length passes the usual checks and is then not found. */
const maxUrlBytes = 16_384;

const jsonType = /^application\/json(\s*;\s*charset\s*=\s*"?utf-8"?)?\s*$/i;

export function createServer(
  deps: ServerDeps,
  bindings: readonly Binding[],
  limits = defaultConnectionLimits,
): FastifyInstance {
  const sendError = errorSender(deps.log);
  const app = Fastify({
    // A child logger per request would cost more than most requests; log lines carry the request id.
    logger: false,
    bodyLimit: maxBodyBytes,
    trustProxy: deps.trustProxy,
    ...connectionOptions(limits),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = "" }) => withoutTrailingSlash(url),
    routerOptions: { maxParamLength: maxUrlBytes, ignoreTrailingSlash: false },
    // Idle keep-alive connections are closed when the server drains.
    forceCloseConnections: "idle",
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      void answerUnrouted(deps, { error, request, reply });
    },
  });
  app.setValidatorCompiler(compileRequestSchema);
  app.setSerializerCompiler(compileAnswerSchema);
  app.setErrorHandler(sendError);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(jsonType, { parseAs: "buffer" }, (request, body, done) => {
    try {
      const { implicitPathSteps } = request.routeOptions.config;
      // The body of an unknown path is not looked at: credentials are checked first.
      if (request.is404) done(null, undefined);
      else done(null, parseJson(Buffer.isBuffer(body) ? body : Buffer.from(body), implicitPathSteps));
    } catch (error) {
      done(error instanceof Error ? error : new Error("unreadable body"));
    }
  });
  acceptMultipartForms(app);
  acceptForms(app);
  limitConnections(app, limits);
  // Synchronous with callbacks: a promise in each hook would cost more than the hooks.
  app.addHook("preValidation", (request, _reply, done) => {
    rejectUndecodableQuery(request.url);
    rejectForbiddenText(request.query);
    if (request.routeOptions.config.protocol === "v3") acceptLooseInput(request);
    // A write without a body is an empty object, so that the schema names what is missing.
    if (request.body === undefined && request.method !== "GET") request.body = {};
    done();
  });
  const headers = securityHeaders(deps);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("X-Request-Id", request.id);
    done();
  });
  watchForProxy(app, deps);
  observeRequests(app, deps.log);
  registerHealth(app, deps);
  registerOpenApi(app, deps);
  registerRoutes(app, deps, bindings);
  return app;
}

type Unrouted = { error: FastifyError; request: FastifyRequest; reply: FastifyReply };

/** For URLs that the router cannot parse: authentication is checked first all the same. */
async function answerUnrouted(deps: ServerDeps, { error, request, reply }: Unrouted): Promise<void> {
  const sendError = errorSender(deps.log);
  try {
    if (needsIdentity(request.url)) await identify(deps, request, reply);
    await sendError(error, request, reply);
  } catch (refusal) {
    await sendError(refusal instanceof Error ? refusal : error, request, reply);
  }
}
