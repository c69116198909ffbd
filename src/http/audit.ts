import type { FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { AuditRow, originOf, type AuditActor, type AuditObject, type RequestOrigin } from "../journal/audit.ts";
import type { Actor } from "../kernel/actor.ts";
import { ApiError } from "../kernel/errors.ts";
import { operations, type Operation } from "../registry/registry.ts";

/** Undefined for who may not write. */
export function toAuditActor(actor: Actor): AuditActor | undefined {
  if (actor.kind === "key") return { kind: "key", keyId: actor.keyId, memberId: actor.memberId };
  return actor.kind === "member" ? { kind: "member", memberId: actor.memberId } : undefined;
}

export const requestOrigin = ({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">): RequestOrigin =>
  originOf({ address: ip, userAgent: headers["user-agent"] ?? "" });

export type AuditedCall = {
  readonly operation: Operation;
  readonly actor: AuditActor | undefined;
  readonly origin?: RequestOrigin | undefined;
  /** Parameters of the path. */
  readonly params: unknown;
};

/** Runs a handler; one that may write gets an entry of the audit log, which its first writing transaction commits. */
export async function runAudited(
  context: Context,
  { operation, actor, origin, params }: AuditedCall,
  run: (context: Context) => Promise<unknown>,
): Promise<unknown> {
  if (operation.risk === "read" || actor === undefined) return run(context);
  const { db, clock } = context;
  const object = findObject(operation, params);
  const audit = new AuditRow(db, {
    at: clock.now(),
    actor,
    operation: operation.name,
    object,
    origin,
    isAutosave: operation.isAutosave,
  });
  try {
    const output = await run({ ...context, db: db.withRow(audit), audit });
    await audit.complete(db);
    return output;
  } catch (error) {
    const marked = audit.refuse(db);
    // What made the request fail may make this fail too: then the request is answered by its own error.
    await (error instanceof ApiError ? marked : Promise.allSettled([marked]));
    throw error;
  }
}

/** What the path names. */
type AuditSubject = {
  readonly kind: string;
  /** The parameter that holds its id. */
  readonly param: string | undefined;
};

const subjects = new WeakMap<Operation, AuditSubject>();

function findObject(operation: Operation, params: unknown): AuditObject {
  const subject = subjects.get(operation) ?? findSubject(operation);
  subjects.set(operation, subject);
  const { kind, param } = subject;
  const given = typeof params === "object" && params !== null ? Object.entries(params) : [];
  const id: unknown = given.find(([name]) => name === param)?.[1];
  return { kind, id: typeof id === "string" && /^\d+$/.test(id) ? id : null };
}

/**
 * The object is the last one that the path names by its id, and its kind is the word before the id: `lists` of
 * `/lists/{list_id}/members`. An operation that creates in a collection is about the new object, whose id its service gives
 * (`db.created`).
 */
export function findSubject(operation: Operation): AuditSubject {
  const path = operation.url.replace(/^\/api\/(?:v1\/tenants\/\{tenant\}|v3)\//, "");
  const steps = path.split("/");
  const given: Readonly<Record<string, object>> = operation.params?.properties ?? {};
  const isId = (step: string) => step.startsWith("{") && given[step.slice(1, -1)] === undefined;
  const at = steps.findLastIndex(isId);
  const isCollection =
    Object.hasOwn(operation.answers, 201) && operations.some(({ url }) => url.startsWith(`${operation.url}/{`));
  return isCollection
    ? { kind: steps.at(-1) ?? path, param: undefined }
    : { kind: steps[Math.max(0, at - 1)] ?? path, param: at < 1 ? undefined : steps[at]?.slice(1, -1) };
}
