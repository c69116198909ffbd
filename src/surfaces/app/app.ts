import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../../kernel/errors.ts";
import { isolationHeader } from "../isolation.ts";
import { packageFile } from "../../package.ts";

const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/** Compressed variants that the build wrote, best first. */
const encodings = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

/** Only scripts and styles of this build run; Mantine's own style elements carry the nonce. */
const contentPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

/** E-mails and public pages show their own styles and images; no script runs, whatever the HTML is. */
const emailPolicy = [
  "sandbox allow-same-origin",
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' https: data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** An empty page for a frame, into which the app writes the HTML of an e-mail. */
const emailPage = `<!doctype html><html><head><meta charset="utf-8"><title>E-mail</title></head><body></body></html>`;

/** The web app: one document for all its addresses, and files whose names contain the hash of their content. */
export function registerApp(app: FastifyInstance): void {
  const read = createReader();

  app.get("/", async (_request, reply) => reply.redirect("/app", 302));
  app.get("/app", async (_request, reply) => sendDocument(reply, read));
  app.get("/app/*", async (_request, reply) => sendDocument(reply, read));
  app.get("/app/email-frame", async (_request, reply) =>
    reply
      .headers({
        "Content-Security-Policy": emailPolicy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
      })
      .type("text/html; charset=utf-8")
      .send(emailPage),
  );
  app.get("/app/assets/:file", async (request: FastifyRequest<{ Params: { file: string } }>, reply) =>
    sendAsset(request, reply, read),
  );
}

type Reader = (name: string) => Buffer | undefined;

/** Files are read once. A missing file is looked up again: a build may have written it since. */
function createReader(): Reader {
  const known = new Map<string, Buffer>();
  return (name) => {
    const file = packageFile(`dist/web/${name}`);
    const contents = known.get(name) ?? (existsSync(file) ? readFileSync(file) : undefined);
    if (contents !== undefined) known.set(name, contents);
    return contents;
  };
}

function sendDocument(reply: FastifyReply, read: Reader): FastifyReply {
  const document = read("index.html");
  if (document === undefined) throw notFound("app");
  const nonce = randomBytes(16).toString("base64");
  return reply
    .headers({
      "Content-Security-Policy": contentPolicy(nonce),
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      "Cache-Control": "no-store",
      ...isolationHeader,
    })
    .type("text/html; charset=utf-8")
    .send(document.toString("utf8").replaceAll("__CSP_NONCE__", nonce));
}

function sendAsset(
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
  read: Reader,
): FastifyReply {
  const { file } = request.params;
  const type = types[file.split(".").at(-1) ?? ""];
  const plain = /^[\w.-]+$/.test(file) && type !== undefined ? read(`assets/${file}`) : undefined;
  if (plain === undefined || type === undefined) throw notFound("file");
  void reply.type(type).headers({
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "public, max-age=31536000, immutable",
    Vary: "Accept-Encoding",
  });
  const accepted = acceptedEncodings(request.headers["accept-encoding"]);
  const encoding = encodings.find(({ name, suffix }) => accepted.has(name) && read(`assets/${file}${suffix}`));
  if (encoding === undefined) return reply.send(plain);
  return reply.header("Content-Encoding", encoding.name).send(read(`assets/${file}${encoding.suffix}`));
}

/** An encoding with `q=0` is refused. */
const acceptedEncodings = (header: string | string[] | undefined): Set<string> =>
  new Set(
    String(header ?? "")
      .split(",")
      .map((part) => part.split(";").map((word) => word.trim()))
      .filter(([, quality]) => quality === undefined || !/^q=0(?:\.0*)?$/.test(quality))
      .map(([name = ""]) => name.toLowerCase()),
  );
