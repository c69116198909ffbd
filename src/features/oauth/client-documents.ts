import type { VisitorContext } from "../../context.ts";
import { OAuthError } from "../../kernel/oauth-error.ts";
import { OutboundError } from "../../net/outbound.ts";
import { isLoopbackUrl } from "../../kernel/base-url.ts";
import { readOAuthSettings } from "./settings.ts";
import { parseClientMetadata, type ClientMetadata } from "./registration.ts";

const timeoutMs = 3000;
const maxBytes = 5120;
const maxUrlLength = 2000;

type DocumentContext = Pick<VisitorContext, "outbound" | "config">;

/** A client id that is the address of a metadata document: https with a path, without userinfo, fragment or dot segments. */
export function isDocumentUrl(ctx: DocumentContext, clientId: string): boolean {
  if (clientId.length > maxUrlLength || !/^[!-~]+$/.test(clientId) || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  const isScheme = url.protocol === "https:" || (readOAuthSettings(ctx).allowsLoopbackDocuments && isLoopbackUrl(url));
  return isScheme && url.pathname !== "/" && url.href === clientId && !clientId.includes("#") && url.username === "";
}

/** Throws if the document cannot be fetched, is invalid or names another client. */
export async function fetchClientDocument(ctx: DocumentContext, clientId: string): Promise<ClientMetadata> {
  const document = await fetchJson(ctx, clientId);
  const method = document["token_endpoint_auth_method"] ?? "none";
  if (document["client_id"] !== clientId || method !== "none" || "client_secret" in document) throw rejection();
  try {
    return parseClientMetadata(document);
  } catch (error) {
    throw error instanceof OAuthError ? rejection() : error;
  }
}

async function fetchJson({ outbound }: DocumentContext, url: string): Promise<Record<string, unknown>> {
  try {
    const headers = { Accept: "application/json" };
    const { status, body } = await outbound.send({ url, headers, timeoutMs, maxBytes });
    if (status !== 200) throw rejection();
    return Object(JSON.parse(body.toString("utf8")));
  } catch (error) {
    if (error instanceof OutboundError || error instanceof SyntaxError) throw rejection();
    throw error;
  }
}

const rejection = () => new OAuthError("invalid_request", "client_id");
