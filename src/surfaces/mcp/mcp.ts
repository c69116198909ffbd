import { Readable } from "node:stream";
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type RequestId,
  type Server,
} from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { limitMessages } from "../../features/mcp/messages.ts";
import { translateError, type AnyError } from "../../http/errors.ts";
import { rejectOtherMethods } from "../../http/methods.ts";
import type { ServerDeps } from "../../http/server-deps.ts";
import { chooseBaseUrl, isServedHost } from "../../kernel/base-url.ts";
import { ApiError, forbidden } from "../../kernel/errors.ts";
import { isJson } from "./arguments.ts";
import { operationCalled } from "./call.ts";
import { cardSessionId, isCardSession, opensCardSession } from "./card/card.ts";
import type { Catalog } from "./catalog.ts";
import { exchangeMessage, findPlainRequest, with2025Codes } from "./exchange.ts";
import { createFixtureServer, namesFixture } from "./fixtures/server.ts";
import { fixtureToolList } from "./fixtures/tools.ts";
import { identifyAssistant } from "./identify.ts";
import { createMcpServer, buildToolLists, type McpParts } from "./server.ts";
import type { Session } from "./session.ts";
import { readMcpSettings } from "../../features/mcp/settings.ts";

declare module "fastify" {
  interface FastifyRequest {
    assistant: Session | null;
  }
}

const url = "/mcp";
const sessionHeader = "mcp-session-id";

/** The Model Context Protocol over HTTP, without sessions: each request is authenticated and answered by itself. */
export function registerMcp(app: FastifyInstance, deps: ServerDeps, catalog: Catalog): void {
  const tools = { catalog, log: deps.log };
  const { hasFixtures } = readMcpSettings(deps.services);
  const parts: McpParts = {
    ...tools,
    hasFixtures,
    toolLists: buildToolLists(tools, hasFixtures ? fixtureToolList : []),
  };
  const answer = webAnswerer();
  app.decorateRequest("assistant", null);
  void app.register(async (scope) => {
    scope.setErrorHandler(errorSender(deps));
    scope.post(url, {
      // Before the body is parsed: without credentials the answer is 401, also for malformed JSON.
      onRequest: async (request, reply) => {
        requireOwnHost(deps, request);
        request.assistant = await identifyAssistant(deps, request, reply);
      },
      preHandler: async (request) => {
        const { context, holder } = requireSession(request);
        await limitMessages(context, holder, Array.isArray(request.body) ? request.body.length : 1);
        if (needsFullScope(parts.catalog, request)) throw forbidden("scope");
      },
      handler: async (request, reply) => {
        if (opensCardSession(request.body)) reply.header(sessionHeader, cardSessionId());
        const server = createServer(parts, request);
        const message = findPlainRequest(request);
        if (message !== undefined) return sendMessage(reply, await exchangeMessage(server, message));
        const response = await answer(toWebRequest(request), { server, body: request.body });
        return sendResponse(reply, response, readRequestId(request.body));
      },
    });
  });
  rejectOtherMethods(app, url, new Set(["POST"]));
}

function requireSession({ assistant }: FastifyRequest): Session {
  if (assistant === null) throw new Error("route reached without a session");
  return assistant;
}

/** Protects against DNS rebinding: a page of another site can name neither this host nor its own origin. */
function requireOwnHost({ services: { baseUrls } }: ServerDeps, { host, headers }: FastifyRequest): void {
  if (!isServedHost(baseUrls, host)) throw forbidden("host");
  const { origin } = headers;
  if (origin !== undefined && !baseUrls.some((one) => new URL(one).origin === origin)) throw forbidden("origin");
}

const needsFullScope = (catalog: Catalog, request: FastifyRequest): boolean =>
  requireSession(request).identity.scope === "read" &&
  [request.body].flat().some((message) => isJson(message) && isFullCall(catalog, message["params"]));

function isFullCall(catalog: Catalog, params: unknown): boolean {
  if (!isJson(params) || typeof params["name"] !== "string") return false;
  const values = isJson(params["arguments"]) ? params["arguments"] : {};
  try {
    return operationCalled(catalog, params["name"], values)?.binding.operation.level === "full";
  } catch (error) {
    // The tool answers that the call is wrong.
    if (error instanceof ApiError) return false;
    throw error;
  }
}

const jsonTypes = "application/json, text/event-stream";

/** The body is passed beside the request, as it is parsed. */
function toWebRequest({ headers }: FastifyRequest): Request {
  const sent = new Headers({ accept: jsonTypes, "content-type": "application/json" });
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith("mcp-") && typeof value === "string") sent.set(name, value);
  }
  return new Request("http://localhost/mcp", { method: "POST", headers: sent });
}

function createServer(parts: McpParts, request: FastifyRequest): Server {
  const isFixture = parts.hasFixtures && namesFixture(request.body);
  if (isFixture) return createFixtureServer();
  const showsCards = opensCardSession(request.body) || isCardSession(request.headers[sessionHeader]);
  return createMcpServer(parts, requireSession(request), showsCards);
}

type Exchange = { readonly server: Server; readonly body: unknown };

/** Answers requests of the revision 2026-07-28, and of those of 2025 what is no single request. */
function webAnswerer() {
  const servers = new WeakMap<Request, Server>();
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const server = requestInfo === undefined ? undefined : servers.get(requestInfo);
      if (server === undefined) throw new Error("request without a session");
      return server;
    },
    // Answers are JSON, because no tool sends notifications before its result.
    { legacy: "reject", maxSubscriptions: 1 },
  );
  return async (request: Request, { server, body }: Exchange) => {
    if (!(await isLegacyRequest(request, body))) {
      servers.set(request, server);
      return modern.fetch(request, { parsedBody: body });
    }
    // Without a generator of session ids the transport keeps no session.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const send = transport.send.bind(transport);
    transport.send = (message, sending) => send(with2025Codes(message), sending);
    await server.connect(transport);
    return transport.handleRequest(request, { parsedBody: body });
  };
}

const sendMessage = (reply: FastifyReply, message: object): FastifyReply =>
  reply
    .type("application/json")
    .serializer((body: object) => JSON.stringify(body))
    .send(message);

async function sendResponse(reply: FastifyReply, response: Response, id: RequestId | null): Promise<FastifyReply> {
  const type = response.headers.get("content-type");
  const allow = response.headers.get("allow");
  reply.code(response.status);
  if (allow !== null) reply.header("Allow", allow);
  if (type === null || response.body === null) return reply.send();
  reply.type(type);
  if (type.startsWith("text/event-stream")) return reply.send(Readable.from(response.body));
  const text = await response.text();
  return reply.serializer((sent: string) => sent).send(response.ok ? text : withId(text, id));
}

/** The SDK refuses some requests before it reads their ids. */
function withId(text: string, id: RequestId | null): string {
  const body: unknown = JSON.parse(text);
  return isJson(body) && body["id"] === null ? JSON.stringify({ ...body, id }) : text;
}

/** The id of a single message; null where it is not known: without credentials the body is not read. */
function readRequestId(body: unknown): RequestId | null {
  const id = isJson(body) ? body["id"] : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

const parseError = -32_700;
const serverError = -32_000;

/** Errors before a message is understood have a status of HTTP and a body of JSON-RPC. */
const errorSender = (deps: ServerDeps) => (error: AnyError, request: FastifyRequest, reply: FastifyReply) => {
  const known = translateError(error, request) ?? new ApiError("server", "unexpected");
  if (known.code === "server") deps.log.error({ err: error, requestId: request.id }, "unexpected error");
  const retryAfter = known.params["retryAfter"];
  if (typeof retryAfter === "number") reply.header("Retry-After", String(retryAfter));
  const challenge = toChallenge(known, chooseBaseUrl(deps.services.baseUrls, request.host));
  if (challenge !== undefined) reply.header("WWW-Authenticate", challenge);
  const code = known.status === 400 ? parseError : serverError;
  const { params, message } = known;
  return reply
    .code(known.status)
    .type("application/json; charset=utf-8")
    .serializer((body: object) => JSON.stringify(body))
    .send({
      jsonrpc: "2.0",
      id: readRequestId(request.body),
      error: { code, message: known.code, data: { code: known.code, message, params } },
    });
};

function toChallenge(error: ApiError, baseUrl: string): string | undefined {
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`;
  if (error.code === "unauthorized") return `Bearer error="invalid_token", scope="read", ${metadata}`;
  if (error.code === "forbidden" && error.message === "scope") {
    return `Bearer error="insufficient_scope", scope="full", ${metadata}`;
  }
  return undefined;
}
