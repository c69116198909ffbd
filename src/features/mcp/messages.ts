import type { Context } from "../../context.ts";
import { rateLimited } from "../../kernel/errors.ts";
import { findWindowStart, takeMessages } from "./queries.ts";

const limit = 300;
const seconds = 60;

/** 300 messages a minute per token, over all processes. A batch counts its messages. */
export async function limitMessages(
  { db, clock }: Pick<Context, "db" | "clock">,
  holder: string,
  messages: number,
): Promise<void> {
  const now = clock.now();
  if (await takeMessages(db, { holder, messages }, { limit, seconds, now })) return;
  const startedAt = (await findWindowStart(db, holder)) ?? now;
  const elapsedS = (now.getTime() - startedAt.getTime()) / 1000;
  throw rateLimited("messages", Math.max(1, Math.ceil(seconds - elapsedS)));
}
