import type { MessageReferences } from "../../../mail/inbound/complaint.ts";
import { classifyReply, type BounceClass, type ServerReply } from "../../../mail/inbound/reply-class.ts";

/** An event of a provider, in the terms of this feature. */
export type ProviderEvent = {
  readonly named: MessageReferences;
  readonly event:
    | { readonly kind: "bounce"; readonly bounce: BounceClass; readonly response: string }
    | { readonly kind: "complaint" }
    | { readonly kind: "delivery" };
};

/** A nested value of untrusted JSON; undefined if any step is missing. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}

export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : "";
}

export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/**
 * The provider classifies it as permanent: accepted, unless the server's reply is about the sender or a full mailbox.
 */
export function permanentBounce(reply: ServerReply): BounceClass {
  const said = classifyReply(reply);
  if (said.kind === "hard" || ["policy", "5.2.2"].includes(said.code)) return said;
  return { kind: "hard", code: reply.status ?? said.code };
}

/** The provider classifies it as transient: never a hard bounce. */
export function transientBounce(reply: ServerReply): BounceClass {
  const said = classifyReply(reply);
  return { kind: "soft", code: said.code };
}
