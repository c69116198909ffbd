import { createHash } from "node:crypto";
import { Script } from "node:vm";
import { BATCH_MS, STARVED_RETRY_FACTOR, type TwigOutcome, type TwigRequest } from "./protocol.ts";
import { checkOutput, compileTwig, toFailure, isTimeout, toMap, type Render } from "./template.ts";

const MAX_CACHED = 50;

const compiledCache = new Map<string, Render>();

function compiled(name: string, source: string): Render {
  const key = `${name}:${createHash("sha256").update(source).digest("base64")}`;
  const known = compiledCache.get(key) ?? compileTwig(name, source);
  compiledCache.delete(key);
  compiledCache.set(key, known);
  const [oldest] = compiledCache.keys();
  if (compiledCache.size > MAX_CACHED && oldest !== undefined) compiledCache.delete(oldest);
  return known;
}

let task: () => string = () => "";
Object.defineProperty(globalThis, "runTwigTask", { value: () => task() });
const taskScript = new Script("runTwigTask()");

/**
 * Stops whatever runs too long, without ending the process. The limit is wall-clock time; when the CPU was busy
 * elsewhere, the template gets a second try.
 */
function runWithin({ timeMs, retryStarved }: TwigRequest, run: () => string): string {
  task = run;
  const before = process.cpuUsage();
  try {
    return String(taskScript.runInThisContext({ timeout: timeMs }));
  } catch (error) {
    const { user, system } = process.cpuUsage(before);
    if (!retryStarved || !isTimeout(error) || (user + system) / 1000 > timeMs * 0.7) throw error;
    return String(taskScript.runInThisContext({ timeout: timeMs * STARVED_RETRY_FACTOR }));
  }
}

function renderOne(request: TwigRequest, context: Map<string, unknown>): TwigOutcome {
  const outputs: Record<string, string> = {};
  for (const [name, source] of Object.entries(request.templates)) {
    try {
      outputs[name] = runWithin(request, () => checkOutput(compiled(name, source)(context)));
    } catch (error) {
      return { ok: false, failure: toFailure(error, name) };
    }
  }
  return { ok: true, outputs };
}

/** A timeout ends the batch, so that other batches run before the rest. */
export function renderBatch(request: TwigRequest): TwigOutcome[] {
  const startedAt = performance.now();
  const outcomes: TwigOutcome[] = [];
  for (const context of request.contexts) {
    const outcome = renderOne(request, toMap(context));
    outcomes.push(outcome);
    if (!outcome.ok && outcome.failure.reason === "time") break;
    if (performance.now() - startedAt > BATCH_MS) break;
  }
  return outcomes;
}
