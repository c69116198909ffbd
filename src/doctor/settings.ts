import type { Config } from "../config/config.ts";
import { fail, ok, warn, type Check } from "./check.ts";

/** The configuration was parsed before the checks began; an invalid setting ends the program with its name. */
export function checkConfiguration(config: Config): Check {
  const database = config.databaseUrl === undefined ? "embedded database" : "database at DATABASE_URL";
  return ok("configuration", `${database}, MAIL_MODE=${config.mailMode}, listening on ${config.host}:${config.port}`);
}

const isLoopback = (host: string) => /^(127\.[0-9.]+|::1|\[::1\]|localhost)$/.test(host);

export function checkPublicUrl({ publicUrls, host }: Pick<Config, "publicUrls" | "host">): Check {
  const name = "public_url";
  if (publicUrls.length === 0) {
    if (isLoopback(host)) return ok(name, "Links work on this machine only (HOST is local, PUBLIC_URL is not set).");
    return warn(name, "PUBLIC_URL is not set.", "Set PUBLIC_URL to the public https:// address of this server.");
  }
  const urls = publicUrls.map((text) => (URL.canParse(text) ? new URL(text) : undefined));
  const isWeb = (url: URL | undefined) => url?.protocol === "https:" || url?.protocol === "http:";
  if (!urls.every(isWeb)) {
    return fail(name, "PUBLIC_URL is not a web address.", "Write it like https://mail.example.com.");
  }
  const plain = urls.find((url) => url?.protocol === "http:" && !isLoopback(url.hostname));
  if (plain !== undefined) {
    return warn(
      name,
      `PUBLIC_URL ${plain.origin} does not use https.`,
      "Use a reverse proxy with a certificate and an https:// address in PUBLIC_URL.",
    );
  }
  return ok(name, urls.map((url) => url?.origin).join(", "));
}
