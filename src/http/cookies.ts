import type { FastifyReply } from "fastify";
import { sessionCookie } from "./credentials.ts";
import type { ServerParts } from "./server.ts";

const attributes = (parts: ServerParts) =>
  `Path=/; HttpOnly; SameSite=Lax${parts.publicUrls[0]?.startsWith("https:") === true ? "; Secure" : ""}`;

export function beginSession(parts: ServerParts, reply: FastifyReply, token: string, expiresAt: Date): void {
  reply.header("Set-Cookie", `${sessionCookie}=${token}; ${attributes(parts)}; Expires=${expiresAt.toUTCString()}`);
}

export function endSession(parts: ServerParts, reply: FastifyReply): void {
  reply.header("Set-Cookie", `${sessionCookie}=; ${attributes(parts)}; Max-Age=0`);
}
