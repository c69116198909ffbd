import {
  isSpecType,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from "@modelcontextprotocol/server";
import type { Tool } from "@modelcontextprotocol/server";
import type { Scope } from "../../kernel/access.ts";
import { productVersion } from "../../package.ts";
import { callTool } from "./call.ts";
import { findCampaignPreview } from "./campaign-preview.ts";
import { findResource, instructions, prompts, resources, resourceTemplates } from "./guide.ts";
import type { Session, Tools } from "./session.ts";
import { toolsOf } from "./tools.ts";

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

export type McpParts = Tools & {
  readonly toolLists: Readonly<Record<Scope, Tool[]>>;
  readonly hasFixtures: boolean;
};

/** The lists are made once: they are the same for every request of a scope. */
export function toolListsOf(tools: Tools, fixtures: readonly Tool[]): McpParts["toolLists"] {
  const listOf = (scope: Scope) => [...toolsOf(tools.catalog, scope).filter(isSpecType.Tool), ...fixtures];
  return { read: listOf("read"), full: listOf("full") };
}

/** One server per request: nothing is kept between requests. */
export function createMcpServer(parts: McpParts, session: Session): Server {
  const server = new Server(product, options);
  server.setRequestHandler("tools/list", () => ({ tools: parts.toolLists[session.identity.scope] }));
  server.setRequestHandler("tools/call", ({ params }, request) => {
    const { name, arguments: values = {} } = params;
    if (!parts.toolLists.full.some((tool) => tool.name === name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown tool");
    }
    return callTool(parts, session, { name, values, request });
  });
  server.setRequestHandler("resources/list", () => ({ resources }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const found = findResource(uri, session.context.baseUrls);
    const contents = found === undefined ? await findCampaignPreview(parts, session, uri) : [found];
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
