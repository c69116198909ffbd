import { createHash } from "node:crypto";
import { randomToken } from "../../../kernel/crypto.ts";
import { embeddedScript } from "../../embedded-program.ts";
import { isJson, type Json } from "../arguments.ts";
import { cardStyle } from "./style.ts";

/** MCP Apps: tools answer with a page that the client shows in a sandbox. */
export const appsExtension = "io.modelcontextprotocol/ui";
const mimeType = "text/html;profile=mcp-app";

const uri = "ui://postrider/approval";

/** Names the card that shows the results of a tool. */
export const cardMeta: Json = { ui: { resourceUri: uri } };

/** Whether a client with these capabilities shows cards. */
export function showsCards(capabilities: unknown): boolean {
  const extensions = isJson(capabilities) ? capabilities["extensions"] : undefined;
  const ui = isJson(extensions) ? extensions[appsExtension] : undefined;
  const types = isJson(ui) ? ui["mimeTypes"] : undefined;
  return Array.isArray(types) && types.includes(mimeType);
}

const sessionPrefix = "cards-";

/**
 * A client of 2025 declares its capabilities once, and the server keeps no sessions: the id of the session says that the
 * client shows cards. It gives no rights.
 */
export const cardSessionId = (): string => `${sessionPrefix}${randomToken()}`;
export const isCardSession = (id: unknown): boolean => typeof id === "string" && id.startsWith(sessionPrefix);

/** The message that opens a session of a client that shows cards. */
export const opensCardSession = (message: unknown): boolean =>
  isJson(message) &&
  message["method"] === "initialize" &&
  isJson(message["params"]) &&
  showsCards(message["params"]["capabilities"]);

/** The card, for `resources/read`; undefined for another address. It loads nothing, and only its own script runs. */
export function findCard(wanted: string) {
  if (wanted !== uri) return undefined;
  return [{ uri, mimeType, text: cardPage(), _meta: { ui: { csp: {}, prefersBorder: true } } }];
}

export function cardPage(): string {
  const script = embeddedScript("mcp/card/client/card.js", "CARD", {});
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Postrider</title>',
    `<style>${cardStyle}</style></head>`,
    `<body><main id="card" aria-live="polite"></main><script>${script}</script></body></html>`,
  ].join("");
}
