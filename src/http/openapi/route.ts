import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BoundedCache } from "../../kernel/bounded-cache.ts";
import { sha256 } from "../../kernel/crypto.ts";
import { operations } from "../../registry/registry.ts";
import { rejectOtherMethods } from "../methods.ts";
import { openApiDocument } from "./document.ts";
import type { ServerDeps } from "../server-deps.ts";

const url = "/api/openapi.json";
const maxKeptDocuments = 20;

type StoredDocument = { readonly text: string; readonly etag: string };
type OpenApiRequest = FastifyRequest<{ Querystring: { tag?: string | string[] } }>;

/** The description of all groups, or of those that `tag` names; it changes only with the version of the service. */
export function registerOpenApi(app: FastifyInstance, { publicUrls }: ServerDeps): void {
  const documents = new BoundedCache<string, StoredDocument>(maxKeptDocuments);
  const buildDocument = (tags: readonly string[]): StoredDocument => {
    const key = tags.join(",");
    const document = documents.get(key) ?? serialize(openApiDocument(publicUrls, tags));
    documents.set(key, document);
    return document;
  };
  app.get(url, async (request: OpenApiRequest, reply) => send(buildDocument(tagsIn(request)), request, reply));
  rejectOtherMethods(app, url, new Set(["GET"]));
}

const knownTags = new Set(operations.map(({ tag }) => tag.toLowerCase()));
const unknownTag = "-";

/** Each set of groups has one spelling; all unknown names are one. */
function tagsIn({ query }: OpenApiRequest): string[] {
  const asked = [query.tag ?? []].flat().join(",").toLowerCase().split(",");
  const tags = asked.map((tag) => tag.trim()).filter((tag) => tag !== "");
  return [...new Set(tags.map((tag) => (knownTags.has(tag) ? tag : unknownTag)))].toSorted();
}

function serialize(document: object): StoredDocument {
  const text = JSON.stringify(document);
  return { text, etag: `"${sha256(text).toString("base64url")}"` };
}

function send({ text, etag }: StoredDocument, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header("ETag", etag).header("Cache-Control", "no-cache");
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(text);
}

/** RFC 9110: a list of tags, compared without the mark of weak ones. */
const matches = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((tag) => ["*", etag, `W/${etag}`].includes(tag.trim()));
