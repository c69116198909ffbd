import type { VisitorContext } from "../../context.ts";
import { sha256 } from "../../kernel/crypto.ts";
import { addMs, minutes } from "../../kernel/local-time.ts";
import { OAuthError } from "../../kernel/oauth-error.ts";
import { limitPerHour } from "../members/sessions/throttle.ts";
import { fetchClientDocument, isDocumentUrl } from "./client-documents.ts";
import * as queries from "./clients.queries.ts";
import type { Parameters } from "./parameters.ts";

const documentMaxAgeMs = minutes(60);
const maxFetchesPerHour = 60;

/** A registered client, or one whose metadata document is fetched when the stored copy is older than an hour. */
export async function findClient(ctx: VisitorContext, clientId: string): Promise<queries.ClientRecord | undefined> {
  const stored = await queries.findClient(ctx.db, clientId);
  if (stored !== undefined && isFresh(stored, ctx.clock.now())) return stored;
  if (!isDocumentUrl(ctx, clientId)) return undefined;
  await limitPerHour(ctx, "oauth-document", maxFetchesPerHour);
  const document = await fetchClientDocument(ctx, clientId);
  await queries.upsertDocumentClient(ctx.db, { clientId, ...document, at: ctx.clock.now() });
  return queries.findClient(ctx.db, clientId);
}

const isFresh = ({ documentFetchedAt }: queries.ClientRecord, now: Date): boolean =>
  documentFetchedAt === null || addMs(documentFetchedAt, documentMaxAgeMs) > now;

/** The client of a request to the token or revocation endpoint; confidential clients prove it with their secret. */
export async function authenticateClient(ctx: VisitorContext, form: Parameters): Promise<queries.ClientRecord> {
  const { id, secret } = clientCredentials(ctx.authorization, form);
  const client = await queries.findClient(ctx.db, id);
  const isProven =
    client !== undefined &&
    (client.secretHash === null || (secret !== undefined && client.secretHash.equals(sha256(secret))));
  if (!isProven) throw new OAuthError("invalid_client", "credentials");
  return client;
}

type ClientCredentials = { readonly id: string; readonly secret: string | undefined };

/** Credentials come from HTTP Basic or from the form, not from both. */
function clientCredentials(authorization: string | undefined, form: Parameters): ClientCredentials {
  const id = form("client_id");
  const secret = form("client_secret");
  if (authorization === undefined) {
    if (id === undefined) throw new OAuthError("invalid_request", "client_id");
    return { id, secret };
  }
  const basic = basicCredentials(authorization);
  if (secret !== undefined || (id !== undefined && id !== basic.id)) {
    throw new OAuthError("invalid_request", "client_id");
  }
  return basic;
}

/** Both parts are URL-encoded (RFC 6749, 2.3.1). */
function basicCredentials(authorization: string): ClientCredentials {
  const [, encoded = ""] = /^basic +(\S+) *$/i.exec(authorization) ?? [];
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  const [id = "", secret = ""] = [pair.slice(0, colon), pair.slice(colon + 1)].map(urlDecoded);
  if (colon < 1 || id.includes("\0")) throw new OAuthError("invalid_client", "credentials");
  return { id, secret };
}

const urlDecoded = (text: string): string =>
  new URLSearchParams(`value=${text.replaceAll("&", "%26")}`).get("value") ?? "";
