import { ImapFlow } from "imapflow";
import { MailboxError, toMailboxError } from "./mailbox-failure.ts";

export type ImapAccount = {
  readonly host: string;
  readonly port: number;
  readonly security: "tls" | "starttls" | "none";
  readonly username: string;
  readonly credentials: { readonly password: string } | { readonly accessToken: string };
  readonly folder: string;
};

type FetchedMail = {
  /** Undefined above the limit. */
  readonly raw: Buffer | undefined;
  readonly receivedAt: Date;
};

/** An open folder of a mailbox. Every call may throw `MailboxError`. */
export type ImapSession = {
  /** Numbers of mails are valid as long as this is the same. */
  readonly uidValidity: string;
  readonly messages: number;
  /** What the server offers, such as IDLE, in alphabetical order. */
  readonly capabilities: readonly string[];
  /** Mails above a number that are not marked as processed, in ascending order. */
  listUnprocessed(search: { readonly afterUid: number; readonly since: Date }): Promise<number[]>;
  /** Undefined when the mail is no longer there. */
  fetch(uid: number): Promise<FetchedMail | undefined>;
  /** Reports are marked as read, too; other mails are left for people. */
  markProcessed(uid: number, isReport: boolean): Promise<void>;
  close(): Promise<void>;
};

/** The keyword of processed mails; servers without own keywords ignore it. */
export const processedKeyword = "$PostriderProcessed";

/** As that of the inbound listener. */
const maxMailBytes = 10 * 1_048_576;
const limits = {
  connectionTimeout: 20_000,
  greetingTimeout: 15_000,
  socketTimeout: 60_000,
  maxLineLength: 1_048_576,
  maxLiteralSize: maxMailBytes + 1_048_576,
  maxResponseSize: 4 * maxMailBytes,
};

/** Connects to one of the checked addresses, signs in and opens the folder. */
export async function openMailbox(account: ImapAccount, addresses: readonly string[]): Promise<ImapSession> {
  const { host, port, security, username, credentials, folder } = account;
  const client = new ImapFlow({
    host: addresses[0] ?? host,
    servername: host,
    port,
    secure: security === "tls",
    doSTARTTLS: security === "starttls",
    auth:
      "password" in credentials ? { user: username, pass: credentials.password } : { user: username, ...credentials },
    tls: { servername: host },
    clientInfo: { name: "Postrider" },
    logger: false,
    disableAutoIdle: true,
    ...limits,
  });
  // Without a listener an error of the connection would end the process; the command under way rejects as well.
  client.on("error", () => undefined);
  const named = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      client.close();
      throw toMailboxError(error);
    }
  };
  await named(() => client.connect());
  const mailbox = await named(async () => {
    const opened = await client.mailboxOpen(folder).catch((cause: unknown) => {
      throw client.usable ? new MailboxError("folder", { cause }) : cause;
    });
    return { uidValidity: opened.uidValidity.toString(), messages: opened.exists };
  });
  return {
    ...mailbox,
    capabilities: [...client.capabilities.keys()].toSorted(),
    listUnprocessed: (search) => named(() => listUnprocessed(client, search)),
    fetch: (uid) => named(() => fetchMail(client, uid)),
    markProcessed: (uid, isReport) =>
      named(async () => {
        const flags = isReport ? ["\\Seen", processedKeyword] : [processedKeyword];
        const isMarked = await client.messageFlagsAdd(String(uid), flags, { uid: true });
        if (!isMarked && !client.usable) throw new MailboxError("connection");
      }),
    close: async () => {
      await client.logout().catch(() => client.close());
    },
  };
}

async function listUnprocessed(
  client: ImapFlow,
  { afterUid, since }: { readonly afterUid: number; readonly since: Date },
): Promise<number[]> {
  const range = `${afterUid + 1}:*`;
  const found = await client.search({ uid: range, since, unKeyword: processedKeyword }, { uid: true });
  if (!Array.isArray(found)) throw new MailboxError("connection");
  // A range with * always contains the last mail.
  return found.filter((uid) => uid > afterUid).toSorted((a, b) => a - b);
}

async function fetchMail(client: ImapFlow, uid: number): Promise<FetchedMail | undefined> {
  const query = { size: true, internalDate: true, source: { maxLength: maxMailBytes + 1 } };
  const found = await client.fetchOne(String(uid), query, { uid: true });
  if (found === false || found === undefined) {
    if (!client.usable) throw new MailboxError("connection");
    return undefined;
  }
  const { source, internalDate, size = 0 } = found;
  const receivedAt = new Date(internalDate ?? 0);
  return { raw: source === undefined || size > maxMailBytes ? undefined : source, receivedAt };
}
