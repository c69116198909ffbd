import { isPortFree } from "../../../src/db/embedded/ports.ts";

/** Below the ports of outgoing connections, of servers that listen on any, and of embedded databases. */
const lowest = 11_000;
const perWorker = 1000;
/** A product with several processes takes the ports that follow for their metrics. */
const step = 10;

const worker = Number(process.env["VITEST_POOL_ID"] ?? 0) % 9;
let next = process.pid % perWorker;

/** For servers whose address must be known before they are composed. No port is given twice, nor to two test workers. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < perWorker / step; attempt += 1) {
    next = (next + step) % perWorker;
    const port = lowest + worker * perWorker + next;
    if (await isPortFree(port)) return port;
  }
  throw new Error(`none of ${perWorker / step} ports is free`);
}
