import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sha256 } from "../../kernel/crypto.ts";
import { isolationHeader } from "../isolation.ts";
import { packageFile } from "../../package.ts";
import { operations } from "../../registry/registry.ts";
import { groupPage } from "./pages/group.ts";
import { overviewPage } from "./pages/overview.ts";
import { notFoundPage } from "./pages/static-pages.ts";
import { createReference } from "./reference.ts";

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const htmlType = "text/html; charset=utf-8";

/** The script exists in dist/ only, after the build. */
const assets = [
  { url: "/docs/assets/docs.css", file: "src/surfaces/docs/assets/docs.css", type: "text/css; charset=utf-8" },
  { url: "/docs/assets/icon.svg", file: "src/surfaces/docs/assets/icon.svg", type: "image/svg+xml" },
  {
    url: "/docs/assets/docs.js",
    file: "dist/surfaces/docs/client/docs.js",
    type: "text/javascript; charset=utf-8",
  },
] as const;

type Document = { readonly text: string; readonly type: string; readonly etag: string };

/**
 * The browsable API reference. Every page is a function of the registry, so each is rendered once.
 */
export function registerDocs(app: FastifyInstance, options: { publicUrl: string }): void {
  const reference = createReference(operations, options.publicUrl);
  const cache = new Map<string, Document>();
  const cached = (url: string, type: string, make: () => string): Document => {
    const known = cache.get(url);
    if (known !== undefined) return known;
    const text = make();
    const document = { text, type, etag: `"${sha256(text).toString("base64url").slice(0, 22)}"` };
    cache.set(url, document);
    return document;
  };

  app.get("/docs", async (request, reply) =>
    send(
      request,
      reply,
      cached("/docs", htmlType, () => overviewPage(reference)),
    ),
  );
  app.get("/docs/", async (_request, reply) => reply.redirect("/docs", 308));
  for (const group of reference.groups) {
    const url = `/docs/${group.slug}`;
    app.get(url, async (request, reply) =>
      send(
        request,
        reply,
        cached(url, htmlType, () => groupPage(reference, group)),
      ),
    );
  }
  app.get("/docs/*", async (request, reply) =>
    send(
      request,
      reply.code(404),
      cached("404", htmlType, () => notFoundPage(reference)),
    ),
  );
  for (const { url, file, type } of assets) {
    const read = () => readFileSync(packageFile(file), "utf8");
    app.get(url, async (request, reply) => send(request, reply, cached(url, type, read)));
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { text, type, etag }: Document): FastifyReply {
  reply.headers({
    "Content-Security-Policy": contentPolicy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-cache",
    ...isolationHeader,
    ETag: etag,
  });
  const known = (request.headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (reply.statusCode === 200 && known.includes(etag)) return reply.code(304).send();
  return reply.type(type).send(text);
}
