import type { Config } from "../config/config.ts";
import { isServedByHttps } from "./credentials.ts";

const isLoopback = (host: string) => host === "localhost" || host === "::1" || host.startsWith("127.");

/** For operators: passwords and session cookies would cross the network in clear. */
export function insecureHostWarning({ host, publicUrls }: Pick<Config, "host" | "publicUrls">): string | undefined {
  if (isLoopback(host) || isServedByHttps(publicUrls)) return undefined;
  return `
WARNING: HOST=${host} accepts connections from other machines, but PUBLIC_URL is not an https address.
Passwords, API keys and session cookies can be read on the network. Put a reverse proxy with a certificate in front and
set PUBLIC_URL=https://your.host (see docs/OPERATIONS.md), or listen on HOST=127.0.0.1.
`;
}
