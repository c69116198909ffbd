import { createHash, sign, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

const signOffThread = promisify(sign);

/** Microseconds of CPU per asynchronous call, a group at a time like the engine. */
const group = 100;
export async function costInFlight(run: (index: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < 200; index += group) {
    await Promise.all(Array.from({ length: group }, (_, each) => run(index + each)));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 200;
}

/** A baseline RSA signature and SHA-256 of the message, off the main thread like the sender's. */
export const costOfSignature = (key: KeyObject, message: Buffer): Promise<number> =>
  costInFlight((index) => {
    createHash("sha256").update(message).digest("base64");
    return signOffThread("sha256", message.subarray(index % 100, 600), key);
  });
