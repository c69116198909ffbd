import { setMaxListeners } from "node:events";
import { bombs, type Target } from "./bombs.ts";

/** Runs one bomb in a process of its own, so that it does not delay the requests that are measured. */
const [name, target] = process.argv.slice(2);
const bomb = bombs.find((each) => each.name === name);
if (bomb === undefined || target === undefined) throw new Error(`no bomb ${name}`);
const stop = new AbortController();
setMaxListeners(0, stop.signal);
process.once("message", () => stop.abort());
const parsed: Target = JSON.parse(target);
const count = await bomb.run(parsed, stop.signal);
process.send?.(count, () => process.disconnect());
