import type { Context } from "../../context.ts";
import { CompanyBatcher } from "../../db/batcher.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { rateLimited } from "../../kernel/errors.ts";
import { findWindowStart, takeMessages, type MessageCount } from "./queries.ts";

const window = { limit: 300, seconds: 60 };

/** 300 messages a minute per token, over all processes. A batch counts its messages. */
export async function limitMessages(
  { db, clock }: Pick<Context, "db" | "clock">,
  holder: string,
  messages: number,
): Promise<void> {
  const now = clock.now();
  if (await windows.load(db, { holder, messages, at: now })) return;
  const startedAt = (await findWindowStart(db, holder)) ?? now;
  const elapsedS = (now.getTime() - startedAt.getTime()) / 1000;
  throw rateLimited("messages", Math.max(1, Math.ceil(window.seconds - elapsedS)));
}

/** Concurrent calls of a company share one statement. */
const windows = new CompanyBatcher<MessageCount, boolean>(async (db, calls) => {
  const byHolder = new Map<string, MessageCount>();
  for (const call of calls) {
    const messages = (byHolder.get(call.holder)?.messages ?? 0) + call.messages;
    byHolder.set(call.holder, { ...call, messages });
  }
  const granted = await takeMessages(db, [...byHolder.values()], window);
  // Several calls of one holder may exceed the limit together while some of them fit alone.
  return calls.map(
    (call) =>
      granted.has(call.holder) || (byHolder.get(call.holder)?.messages !== call.messages && takeAlone(db, call)),
  );
});

const takeAlone = async (db: TenantDb, call: MessageCount): Promise<boolean> =>
  (await takeMessages(db, [call], window)).has(call.holder);
