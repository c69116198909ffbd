import type { SocketTarget } from "./socket.ts";
import { databaseTls } from "./tls.ts";

/**
 * `?host=/folder`, as PostgreSQL's own clients know it: the server's socket in that folder instead of a network port,
 * never with TLS.
 */
export function parseTarget(url: string): { readonly address: string; readonly target: SocketTarget } {
  const parsed = new URL(url);
  const folder = parsed.searchParams.get("host");
  const isSocket = folder?.startsWith("/") === true;
  const ssl = isSocket ? undefined : databaseTls(parsed);
  for (const name of ["sslmode", "sslrootcert", ...(isSocket ? ["host"] : [])]) parsed.searchParams.delete(name);
  const port = Number(parsed.port || "5432");
  return {
    address: parsed.href,
    target: {
      host: decodeURIComponent(parsed.hostname.replaceAll(/^\[|\]$/g, "")),
      port,
      ...(isSocket ? { path: `${folder}/.s.PGSQL.${port}` } : {}),
      ...(ssl === undefined ? {} : { ssl }),
    },
  };
}
