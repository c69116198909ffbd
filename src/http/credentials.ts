import type { FastifyReply } from "fastify";
import { sha256 } from "../kernel/crypto.ts";
import type { ServerDeps } from "./server-deps.ts";

const keyPattern = /^pst_[A-Za-z0-9_-]{43}$/;
const sessionCookie = "postrider_session";

type PublicUrls = readonly string[];

export const isServedByHttps = ([main]: PublicUrls): boolean => main?.startsWith("https:") === true;

/** With the prefix, browsers accept the cookie only from this host and only over https. */
export const sessionCookieOf = (publicUrls: PublicUrls): string =>
  isServedByHttps(publicUrls) ? `__Host-${sessionCookie}` : sessionCookie;

export type RequestCredentials =
  | { readonly kind: "key"; readonly hash: Buffer; readonly email: string | null }
  | { readonly kind: "session"; readonly token: string }
  | { readonly kind: "none" };

const none = { kind: "none" } as const;

/** Bearer key, Basic with a member's e-mail and the key, or the session cookie; a header always wins over a cookie. */
export function readCredentials(
  headers: { authorization?: string | undefined; cookie?: string | undefined },
  cookieName: string,
): RequestCredentials {
  if (headers.authorization !== undefined) return fromAuthorization(headers.authorization);
  const token = cookieValue(headers.cookie, cookieName);
  return token === undefined ? none : { kind: "session", token };
}

function fromAuthorization(header: string): RequestCredentials {
  const [, scheme = "", value = ""] = /^(\w+) +(\S+) *$/.exec(header) ?? [];
  if (scheme.toLowerCase() === "bearer") return keyCredentials(value, null);
  if (scheme.toLowerCase() !== "basic") return none;
  const pair = Buffer.from(value, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  if (colon < 1 || pair.includes("\0")) return none;
  return keyCredentials(pair.slice(colon + 1), pair.slice(0, colon).toLowerCase());
}

const keyCredentials = (text: string, email: string | null): RequestCredentials =>
  keyPattern.test(text) ? { kind: "key", hash: sha256(text), email } : none;

function cookieValue(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(/; */).find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

const cookieAttributes = (deps: ServerDeps) =>
  `Path=/; HttpOnly; SameSite=Lax${isServedByHttps(deps.publicUrls) ? "; Secure" : ""}`;

export function beginSession(deps: ServerDeps, reply: FastifyReply, token: string, expiresAt: Date): void {
  reply.header(
    "Set-Cookie",
    `${sessionCookieOf(deps.publicUrls)}=${token}; ${cookieAttributes(deps)}; Expires=${expiresAt.toUTCString()}`,
  );
}

export function endSession(deps: ServerDeps, reply: FastifyReply): void {
  reply.header("Set-Cookie", `${sessionCookieOf(deps.publicUrls)}=; ${cookieAttributes(deps)}; Max-Age=0`);
}
