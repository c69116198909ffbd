import { MailConfigError } from "./outcome.ts";

export type SmtpTarget = {
  host: string;
  port: number;
  /** `implicit` is smtps://; the others configure STARTTLS. */
  tls: "implicit" | "required" | "opportunistic" | "never";
  /** Undefined: decided by the connection (see smtp-handshake.ts). */
  rejectUnauthorized: boolean | undefined;
  credentials: SmtpCredentials | undefined;
  /** Whether to use CHUNKING when the server offers it. */
  isChunking: boolean;
  /** The only addresses that the host may be reached at; left out: those that the system resolves. Throws SmtpError. */
  resolveHost?: (host: string) => Promise<readonly string[]>;
};

/** `accessToken` is of XOAUTH2 and throws SmtpError; `rejected` is called when the server does not accept the token. */
export type SmtpCredentials =
  | { readonly user: string; readonly password: string }
  | { readonly user: string; readonly accessToken: () => Promise<string>; readonly rejected: () => void };

const tlsPolicies = ["required", "opportunistic", "never"] as const;

/** `smtp://user:password@host:port?tls=required&rejectUnauthorized=0&chunking=0`. Errors never quote the URL: it holds a password. */
export function parseSmtpUrl(text: string): SmtpTarget {
  if (!URL.canParse(text)) throw new MailConfigError("SMTP_URL is not a URL");
  const url = new URL(text);
  if (url.protocol !== "smtp:" && url.protocol !== "smtps:") {
    throw new MailConfigError("SMTP_URL must begin with smtp:// or smtps://");
  }
  if (url.hostname === "") throw new MailConfigError("SMTP_URL names no host");
  const credentials = readCredentials(url);
  const isImplicit = url.protocol === "smtps:";
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? defaultPort(isImplicit, credentials !== undefined) : Number(url.port),
    tls: isImplicit ? "implicit" : readTlsPolicy(url),
    rejectUnauthorized: readSwitch(url, "rejectUnauthorized"),
    credentials,
    isChunking: readSwitch(url, "chunking") ?? true,
  };
}

function defaultPort(isImplicit: boolean, hasCredentials: boolean): number {
  if (isImplicit) return 465;
  return hasCredentials ? 587 : 25;
}

function readCredentials(url: URL): SmtpCredentials | undefined {
  if (url.username === "") return undefined;
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    if (user.includes("\0") || password.includes("\0")) throw new URIError("NUL separates the fields of AUTH PLAIN");
    return { user, password };
  } catch (error) {
    if (error instanceof URIError) throw new MailConfigError("SMTP_URL has a malformed user or password");
    throw error;
  }
}

function readTlsPolicy(url: URL): SmtpTarget["tls"] {
  const asked = url.searchParams.get("tls") ?? "opportunistic";
  const policy = tlsPolicies.find((candidate) => candidate === asked);
  if (policy === undefined) throw new MailConfigError(`SMTP_URL: tls must be one of ${tlsPolicies.join(", ")}`);
  return policy;
}

function readSwitch(url: URL, name: string): boolean | undefined {
  const value = url.searchParams.get(name);
  if (value === null) return undefined;
  if (value !== "0" && value !== "1") throw new MailConfigError(`SMTP_URL: ${name} must be 0 or 1`);
  return value === "1";
}
