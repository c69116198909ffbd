import { fork } from "node:child_process";
import path from "node:path";

export type RelayCount = { readonly count: number; readonly mostConnections: number };

export type SlowRelay = {
  readonly url: string;
  /** What it accepted since the last call, and the most connections that were open meanwhile. */
  count(): Promise<RelayCount>;
  setLatency(latencyMs: number): Promise<void>;
  stop(): void;
};

/** A relay with these EHLO keywords, in its own process, so that its cost is not counted. */
export async function startSlowRelay(features: readonly string[]): Promise<SlowRelay> {
  const child = fork(path.resolve(import.meta.dirname, "../baseline/slow-relay.ts"), {
    env: { ...process.env, RELAY_FEATURES: features.join(",") },
  });
  const next = () =>
    new Promise<Record<string, unknown>>((resolve) => child.once("message", (message) => resolve(Object(message))));
  const { url } = await next();
  const ask = async (question: object): Promise<RelayCount> => {
    const answer = next();
    child.send(question);
    const { count, mostConnections } = await answer;
    return { count: Number(count), mostConnections: Number(mostConnections) };
  };
  return {
    url: String(url),
    count: () => ask({}),
    setLatency: async (latencyMs) => void (await ask({ latencyMs })),
    stop: () => void child.kill(),
  };
}
