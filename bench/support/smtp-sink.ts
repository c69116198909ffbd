import { fork } from "node:child_process";
import path from "node:path";

export type Sink = {
  readonly port: number;
  /** What it accepted since the last call. */
  count(): Promise<{ count: number; bytes: number; firstAt: number }>;
  stop(): void;
};

/** The raw sink in its own process, so that its cost is not counted. */
export async function startSink(): Promise<Sink> {
  const child = fork(path.resolve(import.meta.dirname, "../baseline/sink.ts"));
  const next = () =>
    new Promise<Record<string, unknown>>((resolve) => child.once("message", (message) => resolve(Object(message))));
  const { url } = await next();
  return {
    port: Number(new URL(String(url)).port),
    count: async () => {
      const answer = next();
      child.send("count");
      const { count, bytes, firstAt } = await answer;
      return { count: Number(count), bytes: Number(bytes), firstAt: Number(firstAt) };
    },
    stop: () => void child.kill(),
  };
}
