import { readFileSync } from "node:fs";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sha256 } from "../kernel/crypto.ts";
import { packageFile } from "../package.ts";

const programs = new Map<string, string>();

/** A script for pages of others: settings and a program, which is the same for all. The program is in dist/ after the build. */
export function embeddedScript(program: string, name: string, settings: object): string {
  const text = programs.get(program) ?? readFileSync(packageFile(`dist/surfaces/${program}`), "utf8");
  programs.set(program, text);
  return `(()=>{const ${name}=${JSON.stringify(settings)};${text}})();\n`;
}

/** Browsers ask again after a few minutes and get 304 as long as the script and its settings are the same. */
export function sendScript(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = `"${sha256(text).toString("base64url").slice(0, 22)}"`;
  void reply.headers({ "Cache-Control": "public, max-age=300", ETag: etag });
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.type("text/javascript; charset=utf-8").send(text);
}
