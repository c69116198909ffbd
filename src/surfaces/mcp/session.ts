import type { Context } from "../../context.ts";
import { authorize, type Identity } from "../../http/auth.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { AuditActor, RequestOrigin } from "../../journal/audit.ts";
import type { Log } from "../../log/log.ts";
import type { Operation } from "../../registry/registry.ts";
import type { Catalog } from "./catalog.ts";

/** One authenticated request: who calls, and in which company. */
export type Session = {
  readonly identity: Identity;
  readonly context: Context;
  /** Whom the audit log names. */
  readonly auditActor: AuditActor | undefined;
  readonly origin?: RequestOrigin | undefined;
  /** Names the grant or the API key: confirmations and limits belong to it. */
  readonly holder: string;
  /** The name of the client or the key. */
  readonly client: () => Promise<string>;
};

export type Tools = { readonly catalog: Catalog; readonly log: Log };

/** Whether the caller's scope and roles allow the operation. */
export function mayCall(identity: Identity, operation: Operation): boolean {
  try {
    authorize(identity, operation);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
