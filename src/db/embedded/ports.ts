import { createServer } from "node:net";

import { EmbeddedError } from "./errors.ts";

// Below the ephemeral port range, so that no outgoing connection takes our port while the server restarts.
const lowest = 20_000;
const highest = 32_000;

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => {
      resolve(false);
    });
    probe.listen({ port, host: "127.0.0.1" }, () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}

/** The preferred port when it is free, otherwise any. */
export async function choosePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isPortFree(port)) return port;
  }
  throw new EmbeddedError("No free port was found on 127.0.0.1 for the embedded database.");
}
