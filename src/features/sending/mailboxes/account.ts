import { Type } from "typebox";
import { Value } from "typebox/value";
import type { Context } from "../../../context.ts";
import { encryptedCompanyColumn } from "../../../feature.ts";
import { decrypt, encrypt, requireDataKey, WrongDataKey } from "../../../kernel/encryption.ts";
import { openMailbox, type ImapAccount, type ImapSession } from "../../../mail/imap/imap-session.ts";
import { MailboxError, toMailboxError } from "../../../mail/imap/mailbox-failure.ts";
import type { OAuthCredentials } from "../../../net/oauth-token.ts";
import * as queries from "./queries.ts";

const associatedDataOf = (tenantId: string): string => `inbound mailbox ${tenantId}`;

const StoredSecret = Type.Union([
  Type.Object({ password: Type.String() }),
  Type.Object({ clientSecret: Type.String(), refreshToken: Type.String() }),
]);
type MailboxSecret = Type.Static<typeof StoredSecret>;

export const encryptSecret = ({ db, dataKey }: Context, secret: MailboxSecret): Buffer =>
  encrypt(requireDataKey(dataKey), associatedDataOf(db.tenantId), JSON.stringify(secret));

export const mailboxSecrets = encryptedCompanyColumn({
  table: "inbound_mailbox",
  column: "secret",
  associatedDataOf,
  replace: queries.updateSecret,
});

export type StoredAccount = Pick<
  queries.MailboxSettings,
  "host" | "port" | "security" | "username" | "secret" | "tokenUrl" | "clientId" | "scope" | "folder"
> & { readonly id: string };

function decryptSecret({ db, dataKey }: Context, secret: Uint8Array): MailboxSecret {
  try {
    if (dataKey === undefined) throw new WrongDataKey("there is no data key");
    return Value.Parse(StoredSecret, JSON.parse(decrypt(dataKey, associatedDataOf(db.tenantId), secret)));
  } catch (error) {
    throw error instanceof WrongDataKey ? new MailboxError("data_key", { cause: error }) : error;
  }
}

/** Signs in and opens the folder. An access token that the server refuses is requested anew, once. Throws `MailboxError`. */
export async function openStoredMailbox(ctx: Context, stored: StoredAccount): Promise<ImapSession> {
  const secret = decryptSecret(ctx, stored.secret);
  if ("password" in secret) return connect(ctx, stored, { password: secret.password });
  const credentials: OAuthCredentials = {
    tokenUrl: stored.tokenUrl ?? "",
    clientId: stored.clientId ?? "",
    ...secret,
    scope: stored.scope,
  };
  const store = async (refreshToken: string) => {
    const to = encryptSecret(ctx, { ...secret, refreshToken });
    await ctx.db.transaction((db) => queries.updateSecret(db, stored.id, { from: stored.secret, to }));
  };
  const signIn = async () => {
    const accessToken = await ctx.oauthTokens.get(credentials, store).catch((error: unknown) => {
      throw toMailboxError(error);
    });
    return connect(ctx, stored, { accessToken });
  };
  try {
    return await signIn();
  } catch (error) {
    if (!(error instanceof MailboxError) || error.reason !== "sign_in") throw error;
    ctx.oauthTokens.forget(credentials);
    return signIn();
  }
}

async function connect(
  { mailHosts }: Context,
  { host, port, security, username, folder }: StoredAccount,
  credentials: ImapAccount["credentials"],
): Promise<ImapSession> {
  const addresses = await mailHosts(host).catch((error: unknown) => {
    throw toMailboxError(error);
  });
  return openMailbox({ host, port, security, username, folder, credentials }, addresses);
}
