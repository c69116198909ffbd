import { createHash } from "node:crypto";
import { minutes } from "../kernel/local-time.ts";
import type { Clock } from "../kernel/clock.ts";
import { OutboundError, type Outbound } from "./outbound.ts";

/** What a company entered to sign in to its mailbox or relay by XOAUTH2. */
export type OAuthCredentials = {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  /** Empty: those that the refresh token was granted. */
  readonly scope: string;
};

/** `refused` says that the provider does not accept the credentials; everything else may be over when it is asked again. */
export type OAuthTokenReason = OutboundError["reason"] | "refused" | "invalid_response";

export class OAuthTokenError extends Error {
  readonly reason: OAuthTokenReason;
  /** The error word of RFC 6749, such as `invalid_grant`; empty without one. */
  readonly code: string;

  constructor(reason: OAuthTokenReason, code = "", options?: ErrorOptions) {
    super(`no access token: ${code === "" ? reason : code}`, options);
    this.name = "OAuthTokenError";
    this.reason = reason;
    this.code = code;
  }
}

/** The provider replaced the refresh token; the old one may stop working. */
export type RefreshTokenListener = (refreshToken: string) => Promise<void>;

export type OAuthTokens = {
  /** A token that is valid for some minutes more. Throws `OAuthTokenError`. */
  get(credentials: OAuthCredentials, onNewRefreshToken?: RefreshTokenListener): Promise<string>;
  /** The server did not accept the token: the next call fetches a new one. */
  forget(credentials: OAuthCredentials): void;
};

type CachedToken = { readonly accessToken: string; readonly renewAt: number };

/** A token is renewed when so much of its life is left, or a fifth of a life that is shorter. */
const renewBeforeMs = minutes(5);
/** RFC 6749 recommends to send the life of a token; Google and Microsoft do. */
const assumedLifeS = 3600;
const maxTokens = 2000;
const requestLimits = { timeoutMs: 15_000, maxBytes: 65_536 };

/**
 * Access tokens of OAuth 2 by refresh token, for SMTP and IMAP. A process keeps a token until shortly before it expires;
 * concurrent callers share one request.
 */
export function createOAuthTokens({ outbound, clock }: { outbound: Outbound; clock: Clock }): OAuthTokens {
  const cached = new Map<string, CachedToken>();
  const pending = new Map<string, Promise<string>>();
  const fetchToken = async (
    key: string,
    credentials: OAuthCredentials,
    onNewRefreshToken: RefreshTokenListener | undefined,
  ): Promise<string> => {
    const { accessToken, lifeMs, refreshToken } = await requestToken(outbound, credentials);
    const renewAt = clock.now().getTime() + lifeMs - Math.min(renewBeforeMs, lifeMs / 5);
    if (cached.size >= maxTokens) cached.clear();
    cached.set(key, { accessToken, renewAt });
    if (refreshToken !== undefined && refreshToken !== credentials.refreshToken) {
      // The caller goes on with the new one, which the token belongs to as well.
      cached.set(cacheKey({ ...credentials, refreshToken }), { accessToken, renewAt });
      await onNewRefreshToken?.(refreshToken);
    }
    return accessToken;
  };
  return {
    get: (credentials, onNewRefreshToken) => {
      const key = cacheKey(credentials);
      const known = cached.get(key);
      if (known !== undefined && known.renewAt > clock.now().getTime()) return Promise.resolve(known.accessToken);
      const running = pending.get(key);
      if (running !== undefined) return running;
      const fetching = fetchToken(key, credentials, onNewRefreshToken).finally(() => pending.delete(key));
      pending.set(key, fetching);
      return fetching;
    },
    forget: (credentials) => void cached.delete(cacheKey(credentials)),
  };
}

/** A hash, so that no secret is a key of a long-lived map. */
function cacheKey({ tokenUrl, clientId, clientSecret, refreshToken, scope }: OAuthCredentials): string {
  const parts = JSON.stringify([tokenUrl, clientId, clientSecret, refreshToken, scope]);
  return createHash("sha256").update(parts).digest("base64");
}

type TokenResponse = {
  readonly accessToken: string;
  readonly lifeMs: number;
  readonly refreshToken: string | undefined;
};

async function requestToken(outbound: Outbound, credentials: OAuthCredentials): Promise<TokenResponse> {
  const form = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
    refresh_token: credentials.refreshToken,
    ...(credentials.scope === "" ? {} : { scope: credentials.scope }),
  });
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" };
  const request = {
    url: credentials.tokenUrl,
    method: "POST",
    headers,
    body: form.toString(),
    ...requestLimits,
  } as const;
  const { status, body } = await outbound.send(request).catch((cause: unknown) => {
    throw cause instanceof OutboundError ? new OAuthTokenError(cause.reason, "", { cause }) : cause;
  });
  const fields = parseFields(body);
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : undefined);
  if (status >= 400 && status < 500 && status !== 429)
    throw new OAuthTokenError("refused", text("error") ?? String(status));
  const accessToken = text("access_token");
  if (status !== 200 || accessToken === undefined) throw new OAuthTokenError("invalid_response", String(status));
  const lifeS = Number(fields["expires_in"] ?? assumedLifeS);
  return {
    accessToken,
    lifeMs: (Number.isFinite(lifeS) && lifeS > 0 ? lifeS : assumedLifeS) * 1000,
    refreshToken: text("refresh_token"),
  };
}

function parseFields(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
