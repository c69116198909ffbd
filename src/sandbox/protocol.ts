import type { JobKind, JobRequest } from "./jobs.ts";
import type { TwigRequest } from "./twig/protocol.ts";

/** What a child process works on; the pool adds the id. */
export type TaskKind = JobKind | "render_twig";

/** Messages to the child process. */
export type ChildRequest = { id: number } & (TwigRequest | JobRequest);

/** Messages from the child process: the work begins, its result, or the message of an exception. */
export type ChildAnswer = { id: number } & ({ begins: true } | { answer: unknown } | { error: string });

export function isChildRequest(message: unknown): message is ChildRequest {
  return typeof message === "object" && message !== null && "id" in message && "kind" in message;
}

export function isChildAnswer(message: unknown): message is ChildAnswer {
  if (typeof message !== "object" || message === null || !("id" in message)) return false;
  return "begins" in message || "answer" in message || ("error" in message && typeof message.error === "string");
}
