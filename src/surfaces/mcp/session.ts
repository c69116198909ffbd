import type { Context } from "../../context.ts";
import type { Identity } from "../../http/auth.ts";
import type { AuditActor } from "../../journal/audit.ts";
import type { Log } from "../../log.ts";
import type { Catalog } from "./catalog.ts";

/** One authenticated request: who calls, and in which company. */
export type Session = {
  readonly identity: Identity;
  readonly context: Context;
  /** Whom the audit log names. */
  readonly auditActor: AuditActor | undefined;
  /** Names the grant or the API key: confirmations and limits belong to it. */
  readonly holder: string;
  /** The name of the client or the key. */
  readonly client: () => Promise<string>;
};

export type Tools = { readonly catalog: Catalog; readonly log: Log };
