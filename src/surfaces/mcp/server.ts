import {
  CLIENT_CAPABILITIES_META_KEY,
  isSpecType,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from "@modelcontextprotocol/server";
import type { ServerContext, Tool } from "@modelcontextprotocol/server";
import type { Scope } from "../../kernel/access.ts";
import { productVersion } from "../../package.ts";
import { callTool } from "./call.ts";
import { appsExtension, cardMeta, findCard, showsCards } from "./card/card.ts";
import { hasCard } from "./card/emails.ts";
import { findCampaignPreview } from "./campaign-preview.ts";
import { findResource, instructions, prompts, resources, resourceTemplates } from "./guide.ts";
import type { Session, Tools } from "./session.ts";
import { buildTools } from "./tools.ts";

const product = { name: "postrider", title: "Postrider", version: productVersion() };
const cacheHint = { ttlMs: 300_000, cacheScope: "private" } as const;

const options = {
  capabilities: { tools: {}, resources: {}, prompts: {} },
  instructions,
  cacheHints: {
    "tools/list": cacheHint,
    "prompts/list": cacheHint,
    "resources/list": cacheHint,
    "resources/templates/list": cacheHint,
    "resources/read": cacheHint,
    "server/discover": cacheHint,
  },
};

const cardOptions = {
  ...options,
  capabilities: { ...options.capabilities, extensions: { [appsExtension]: {} } },
};

type ToolList = {
  readonly plain: Tool[];
  /** The tools that clients which show cards get. */
  readonly withCards: Tool[];
};

export type McpParts = Tools & {
  readonly toolLists: Readonly<Record<Scope, ToolList>>;
  readonly hasFixtures: boolean;
};

/** The lists are made once: they are the same for every request of a scope. */
export function buildToolLists(tools: Tools, fixtures: readonly Tool[]): McpParts["toolLists"] {
  const getToolList = (scope: Scope): ToolList => {
    const plain = [...buildTools(tools.catalog, scope).filter(isSpecType.Tool), ...fixtures];
    const cardTools = new Set(
      [...tools.catalog.byTool].filter(([, { operation }]) => hasCard(operation.name)).map(([name]) => name),
    );
    return { plain, withCards: plain.map((tool) => (cardTools.has(tool.name) ? { ...tool, _meta: cardMeta } : tool)) };
  };
  return { read: getToolList("read"), full: getToolList("full") };
}

/** One server per request: nothing is kept between requests. */
export function createMcpServer(parts: McpParts, session: Session, isCardSession: boolean): Server {
  const server = new Server(product, isCardSession ? cardOptions : options);
  const hasCards = ({ mcpReq }: ServerContext): boolean =>
    isCardSession || showsCards(Reflect.get(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY));
  server.setRequestHandler("tools/list", (_, request) => {
    const { plain, withCards } = parts.toolLists[session.identity.scope];
    return { tools: hasCards(request) ? withCards : plain };
  });
  server.setRequestHandler("tools/call", ({ params }, request) => {
    const { name, arguments: values = {} } = params;
    if (!parts.toolLists.full.plain.some((tool) => tool.name === name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool");
    }
    return callTool(parts, session, { name, values, request, showsCards: hasCards(request) });
  });
  server.setRequestHandler("resources/list", () => ({ resources }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const found = findResource(uri, session.context.baseUrls);
    const contents =
      found === undefined ? (findCard(uri) ?? (await findCampaignPreview(parts, session, uri))) : [found];
    if (contents === undefined) throw new ResourceNotFoundError(uri);
    return { contents };
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: prompts.map(({ name, description }) => ({ name, description })),
  }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const found = prompts.find(({ name }) => name === params.name);
    if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown prompt");
    const { description, text } = found;
    return { description, messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
  });
  return server;
}
