import type { FastifyReply } from "fastify";
import { sessionCookie } from "./credentials.ts";
import type { ServerDeps } from "./server.ts";

const attributes = (deps: ServerDeps) =>
  `Path=/; HttpOnly; SameSite=Lax${deps.publicUrls[0]?.startsWith("https:") === true ? "; Secure" : ""}`;

export function beginSession(deps: ServerDeps, reply: FastifyReply, token: string, expiresAt: Date): void {
  reply.header("Set-Cookie", `${sessionCookie}=${token}; ${attributes(deps)}; Expires=${expiresAt.toUTCString()}`);
}

export function endSession(deps: ServerDeps, reply: FastifyReply): void {
  reply.header("Set-Cookie", `${sessionCookie}=; ${attributes(deps)}; Max-Age=0`);
}
