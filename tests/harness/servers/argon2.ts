import { createRequire } from "node:module";
import type * as Argon2 from "@node-rs/argon2";

/** `vitest.config.ts` replaces imports only. */
const argon2: typeof Argon2 = createRequire(import.meta.url)("@node-rs/argon2");

/** Cheap: almost every test creates a company with an administrator. Refuses less than OWASP recommends for the service. */
export const hash: typeof argon2.hash = (password, options) => {
  const { memoryCost = 0, timeCost = 0 } = options ?? {};
  if (memoryCost < 19_456 || timeCost < 2) throw new Error("passwords are hashed at too low a cost");
  return argon2.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
};

export const { verify } = argon2;
