import { inTransaction, type Context } from "../../../context.ts";
import { SmtpError } from "../../../mail/outcome.ts";
import type { SmtpCredentials, SmtpTarget } from "../../../mail/smtp-url.ts";
import { OAuthTokenError } from "../../../net/oauth-token.ts";
import { OutboundError } from "../../../net/outbound.ts";
import { ownFailures } from "./pause-reasons.ts";
import { replaceSecret, type ConnectionAddress } from "./queries.ts";
import { decryptSecret, encryptSecret, type ConnectionSecret } from "./secrets.ts";

const tlsOf = { tls: "implicit", starttls: "required", none: "never" } as const;

/** How this process reaches the server of a connection. 503 `data_key` without the key of its secret. */
export function toTarget(ctx: Context, connection: ConnectionAddress): SmtpTarget {
  const { host, port, security } = connection;
  return {
    host,
    port,
    tls: tlsOf[security],
    rejectUnauthorized: undefined,
    credentials: toCredentials(ctx, connection),
    isChunking: true,
    resolveHost: (name) => ctx.mailHosts(name).catch(toConnectError),
  };
}

function toConnectError(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error;
  const reason = error.reason === "address" ? ownFailures.addressNotAllowed : ownFailures.hostNotFound;
  throw new SmtpError("connect", reason);
}

function toCredentials(ctx: Context, connection: ConnectionAddress): SmtpCredentials | undefined {
  const { auth, username, secret: encrypted } = connection;
  if (auth === "none" || encrypted === null) return undefined;
  const secret = decryptSecret(ctx.dataKey, ctx.db.tenantId, encrypted);
  if (secret.auth === "password") return { user: username, password: secret.password };
  return tokenCredentials(ctx, connection, secret);
}

type TokenSecret = Extract<ConnectionSecret, { readonly auth: "xoauth2" }>;

/** Some providers replace the refresh token with each access token; it is stored, and used from then on. */
function tokenCredentials(
  ctx: Context,
  { id, username, oauth, secret }: ConnectionAddress,
  { clientSecret, refreshToken }: TokenSecret,
): SmtpCredentials {
  const { tokenUrl = "", clientId = "", scope = "" } = oauth ?? {};
  let current = { credentials: { tokenUrl, clientId, clientSecret, refreshToken, scope }, stored: secret };
  const storeNew = (next: string) =>
    inTransaction(ctx, async ({ db, dataKey }) => {
      const { credentials, stored } = current;
      if (stored === null) return;
      const to = encryptSecret(dataKey, db.tenantId, { auth: "xoauth2", clientSecret, refreshToken: next });
      if (await replaceSecret(db, id, { from: stored, to }))
        current = { credentials: { ...credentials, refreshToken: next }, stored: to };
    });
  return {
    user: username,
    accessToken: () => ctx.oauthTokens.get(current.credentials, storeNew).catch(toAuthError),
    rejected: () => ctx.oauthTokens.forget(current.credentials),
  };
}

/** A provider that is away says nothing about the credentials. */
function toAuthError(error: unknown): never {
  if (!(error instanceof OAuthTokenError)) throw error;
  throw error.reason === "refused"
    ? new SmtpError("auth", `${ownFailures.tokenRefused}: ${error.code}`)
    : new SmtpError("auth", `the provider of access tokens failed: ${error.reason}`);
}
