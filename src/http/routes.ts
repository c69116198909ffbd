import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { Type, type TSchema } from "typebox";
import type { Context, VisitorContext } from "../context.ts";
import { detectProtocol } from "../kernel/protocol.ts";
import { ApiError, notFound } from "../kernel/errors.ts";
import { fileTypeOf, isFile, alternativeFileTypeOf, type Upload } from "../kernel/file.ts";
import { isRedirect } from "../kernel/redirect.ts";
import type { AnyHandler, Routes } from "../kernel/route.ts";
import { hasShownOnce, Id } from "../kernel/schema.ts";
import { listOperations, type Operation } from "../registry/registry.ts";
import { chooseBaseUrl } from "../kernel/base-url.ts";
import { toAuditActor, requestOrigin, runAudited } from "./audit.ts";
import { authorize, identify, identifyVisitor, needsIdentity, type Identity, type SessionVisitor } from "./auth.ts";
import { beginSession, endSession } from "./credentials.ts";
import { sendFile } from "./files.ts";
import { claimOrReplay, readIdempotencyKey, saveResponse, type IdempotencyClaim } from "./idempotency.ts";
import { requireDatabase } from "./database-timeout.ts";
import { rejectOtherMethods } from "./methods.ts";
import { registerOAuthRoutes } from "./oauth-routes.ts";
import type { ServerDeps } from "./server-deps.ts";
import { isForm, jsonBodyCheck, withUpload } from "./uploads.ts";

declare module "fastify" {
  interface FastifyRequest {
    identity: Identity | null;
    visitor: SessionVisitor | null;
    claim: IdempotencyClaim | null;
  }
}

export type Binding =
  | { readonly caller: "company"; readonly operation: Operation; readonly handler: AnyHandler<Context> }
  | { readonly caller: "visitor"; readonly operation: Operation; readonly handler: AnyHandler<VisitorContext> };

/** The handlers of a contract; their types were checked where the feature is defined. */
export function bindContract(routes: Routes, handlers: object): Binding[] {
  const byName = new Map<string, AnyHandler<Context & VisitorContext>>(Object.entries(handlers));
  return listOperations(routes).map((operation) => {
    const handler = byName.get(operation.name);
    if (handler === undefined) throw new Error(`operation ${operation.name} has no handler`);
    return { caller: routes.caller, operation, handler };
  });
}

/** Every route of the registry, and for every path the methods it does not have. */
export function registerRoutes(app: FastifyInstance, deps: ServerDeps, bindings: readonly Binding[]): void {
  app.decorateRequest("identity", null).decorateRequest("visitor", null).decorateRequest("claim", null);
  const toRoute = (binding: Binding) =>
    binding.caller === "company" ? companyRoute(deps, binding) : visitorRoute(deps, binding);
  const isOAuth = ({ operation }: Binding) => operation.protocol === "oauth";
  for (const binding of bindings.filter((one) => !isOAuth(one))) app.route(toRoute(binding));
  registerOAuthRoutes(app, deps.log, bindings.filter(isOAuth).map(toRoute));
  registerMissingMethods(
    app,
    deps,
    bindings.map((binding) => binding.operation),
  );
  app.setNotFoundHandler(async (request, reply) => {
    if (needsIdentity(request.url)) await identify(deps, request, reply);
    throw unknownPath(request);
  });
}

/** The compatible API answers 405 to every write that it does not have: its clients know more writes than it does. */
function unknownPath({ method, url }: FastifyRequest): ApiError {
  const isRead = method === "GET" || method === "HEAD";
  return isRead || detectProtocol(url) === "v1" ? notFound("path") : new ApiError("method_not_allowed", method);
}

function companyRoute(deps: ServerDeps, binding: Extract<Binding, { caller: "company" }>): RouteOptions {
  const { operation, handler } = binding;
  const checkJson = jsonBodyCheck(operation);
  const isShownOnce = hasShownOnce(operation.answers);
  return {
    ...toRouteOptions(operation),
    onRequest: async (request, reply) => {
      request.identity = await identify(deps, request, reply);
      authorize(request.identity, operation);
    },
    preHandler: async (request, reply) => {
      checkJson(request);
      const key = readIdempotencyKey(request);
      // Responses to members are not stored. Nor are those to forms, whose file has not been read yet.
      if (key === undefined || operation.access === "member" || isForm(request)) return undefined;
      const claim = await claimOrReplay(openTenantDb(deps, request), key, request, reply);
      if (claim === undefined) return reply;
      request.claim = claim;
      return undefined;
    },
    onSend: async (request, reply, payload) => {
      if (request.claim === null) return payload;
      const answer = typeof payload === "string" ? payload : "";
      const response = { status: reply.statusCode, answer, isShownOnce };
      await saveResponse(openTenantDb(deps, request), request.claim, response);
      return payload;
    },
    handler: async (request, reply) => {
      const { company, actor } = requireIdentity(request);
      // Shared properties come last: adding properties to an object after a spread is twenty times slower.
      const onDisconnect = (listener: () => void) => {
        if (reply.raw.closed) listener();
        else reply.raw.once("close", listener);
      };
      const db = deps.db.forTenant(company.tenantId);
      const context: Context = { db, company, actor, onDisconnect, ...deps.services };
      const call = { operation, actor: toAuditActor(actor), origin: requestOrigin(request), params: request.params };
      return withUpload(request, operation, async (upload) => {
        const input = readInput(request, operation, upload);
        return sendOutput(operation, reply, await runAudited(context, call, (ctx) => handler(ctx, input)));
      });
    },
  };
}

/** A file replaces the body. */
const readInput = (request: FastifyRequest, operation: Operation, upload: Upload | undefined) => ({
  params: request.params,
  query: operation.acceptedFormats === undefined ? request.query : queryWithFormat(request, operation.acceptedFormats),
  body: upload === undefined ? request.body : undefined,
  upload,
});

/** The parameter itself goes before the header. */
function queryWithFormat({ query, headers }: FastifyRequest, formats: Readonly<Record<string, string>>): unknown {
  const accepted = (headers.accept ?? "").split(",").map((range) => (range.split(";")[0] ?? "").trim().toLowerCase());
  const format = Object.entries(formats).find(([mediaType]) => accepted.includes(mediaType))?.[1];
  return format === undefined ? query : { format, ...Object(query) };
}

function visitorRoute(deps: ServerDeps, binding: Extract<Binding, { caller: "visitor" }>): RouteOptions {
  const { operation, handler } = binding;
  return {
    ...toRouteOptions(operation),
    onRequest: async (request, reply) => {
      await requireDatabase(deps.db);
      request.visitor = await identifyVisitor(deps, { request, reply, operation });
    },
    handler: async (request, reply) => {
      const visitor = request.visitor ?? { token: undefined, personId: undefined };
      const context = createVisitorContext(deps, { request, reply, visitor });
      return sendOutput(operation, reply, await handler(context, readInput(request, operation, undefined)));
    },
  };
}

export function createVisitorContext(
  deps: ServerDeps,
  { request, reply, visitor }: { request: FastifyRequest; reply: FastifyReply; visitor: SessionVisitor },
): VisitorContext {
  return {
    db: deps.db,
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    baseUrl: chooseBaseUrl(deps.services.baseUrls, request.host),
    authorization: request.headers.authorization,
    token: visitor.token,
    personId: visitor.personId,
    beginSession: (newToken, expiresAt) => beginSession(deps, reply, newToken, expiresAt),
    endSession: () => endSession(deps, reply),
    ...deps.services,
  };
}

function toRouteOptions(operation: Operation) {
  return {
    method: operation.method,
    url: fastifyPath(operation.url),
    config: {
      takesUpload: operation.upload !== undefined,
      implicitPathSteps: operation.implicitPathSteps,
      protocol: operation.protocol,
      takesBody: operation.body !== undefined,
    },
    schema: {
      params: paramsSchema(operation),
      ...inputSchemas(operation),
      response: responseSchemas(operation),
    },
  };
}

const isJsonAnswer = (schema: TSchema | null) =>
  schema !== null && fileTypeOf(schema) === undefined && !isRedirect(schema);

/** Compiled responses have the properties in the order of the schema; a client of API v3 chooses it (`select`). */
const responseSchemas = ({ protocol, answers }: Operation) =>
  protocol === "v3" ? {} : Object.fromEntries(Object.entries(answers).filter(([, schema]) => isJsonAnswer(schema)));

/** An operation that also accepts a file validates its body itself, one of OAuth all of its input. */
function inputSchemas(operation: Operation) {
  if (operation.protocol === "oauth") return {};
  const { body, upload } = operation;
  return {
    querystring: querySchema(operation),
    ...(body === undefined || upload !== undefined ? {} : { body }),
  };
}

/** API v1 rejects unknown query parameters: a misspelt filter would return all rows. */
export const querySchema = ({ protocol, query = Type.Object({}) }: Operation): object =>
  protocol === "v1" ? { ...query, additionalProperties: false } : query;

const sendOutput = (operation: Operation, reply: FastifyReply, output: unknown): unknown =>
  send(operation, reply, toStatusAndBody(operation, output));

/** An operation with one success status returns its body; one with several returns `{status, body}`. */
export function toStatusAndBody(operation: Operation, output: unknown): StatusAndBody {
  const statuses = Object.keys(operation.answers).map(Number);
  const [only] = statuses;
  if (statuses.length === 1 && only !== undefined) return { status: only, body: output };
  if (isStatusAndBody(output)) return output;
  throw new Error(`operation ${operation.name} did not return a status`);
}

type StatusAndBody = { status: number; body: unknown };

function send(operation: Operation, reply: FastifyReply, { status, body }: StatusAndBody): unknown {
  void reply.code(status);
  const schema = operation.answers[status];
  if (isRedirect(schema)) return reply.redirect(String(body), status);
  const mediaType = fileTypeOf(schema) ?? (isFile(body) ? alternativeFileTypeOf(schema) : undefined);
  if (mediaType !== undefined) return sendFile(reply, mediaType, body);
  return status === 204 ? reply.send() : body;
}

const isStatusAndBody = (output: unknown): output is StatusAndBody =>
  typeof output === "object" && output !== null && "status" in output && typeof output.status === "number";

function registerMissingMethods(app: FastifyInstance, deps: ServerDeps, operations: readonly Operation[]): void {
  const methodsByUrl = new Map<string, Set<string>>();
  for (const operation of operations) {
    const url = fastifyPath(operation.url);
    methodsByUrl.set(url, (methodsByUrl.get(url) ?? new Set()).add(operation.method));
  }
  for (const [url, present] of methodsByUrl) {
    rejectOtherMethods(app, url, present, async (request, reply) => {
      if (needsIdentity(request.url)) await identify(deps, request, reply);
    });
  }
}

export const fastifyPath = (url: string): string => url.replace(/\{(\w+)\}/g, ":$1");

export function paramsSchema(operation: Operation) {
  const names = [...operation.url.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const given = operation.params?.properties ?? {};
  return Type.Object(
    Object.fromEntries(names.map((name) => [name, given[name] ?? (name === "tenant" ? Type.String() : Id)])),
  );
}

function requireIdentity(request: FastifyRequest): Identity {
  if (request.identity === null) throw new Error("route reached without an identity");
  return request.identity;
}

const openTenantDb = (deps: ServerDeps, request: FastifyRequest) =>
  deps.db.forTenant(requireIdentity(request).company.tenantId);
