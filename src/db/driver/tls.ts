import { readFileSync } from "node:fs";
import { checkServerIdentity, type ConnectionOptions } from "node:tls";
import { sslModes } from "../../config/config-values.ts";

export type DatabaseTls = false | "prefer" | ConnectionOptions;

/** The TLS settings of a database URL, with the meaning that PostgreSQL's own clients give them; undefined without any. */
export function databaseTls({ hostname, searchParams }: URL): DatabaseTls | undefined {
  const rootCert = searchParams.get("sslrootcert") ?? "";
  const isSystem = rootCert === "system";
  const mode = searchParams.get("sslmode") ?? (isSystem ? "verify-full" : undefined);
  const known = sslModes.find((candidate) => candidate === mode);
  const ca = rootCert === "" || isSystem ? {} : { ca: readFileSync(rootCert, "utf8") };
  const anyName = { rejectUnauthorized: true, checkServerIdentity: () => undefined, ...ca };
  switch (known) {
    case undefined:
      return undefined;
    case "disable":
      return false;
    case "allow":
    case "prefer":
      return "prefer";
    case "require":
      // With a root certificate it is checked, as PostgreSQL's own clients do.
      return rootCert === "" ? { rejectUnauthorized: false } : anyName;
    case "verify-ca":
      return anyName;
    case "verify-full": {
      const host = hostname.replace(/^\[|\]$/g, "");
      return {
        rejectUnauthorized: true,
        checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
        ...ca,
      };
    }
  }
}
