import { hash, verify } from "@node-rs/argon2";
import { randomToken } from "../../kernel/crypto.ts";
import { validation } from "../../kernel/errors.ts";

/** Parameters recommended by OWASP for argon2id; about 20 ms, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const minPasswordLength = 10;

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password);

export function refuseShortPassword(password: string): void {
  if (password.length < minPasswordLength) throw validation("password");
}

let dummyHash: Promise<string> | undefined;

/** Takes the same time for an unknown address as for a wrong password, so that timing does not reveal accounts. */
export async function verifyPersonPassword(
  person: { readonly passwordHash: string } | undefined,
  password: string,
): Promise<boolean> {
  const fallback = await (dummyHash ??= hashPassword(randomToken()));
  const isRight = await verifyPassword(person?.passwordHash ?? fallback, password);
  return isRight && person !== undefined;
}
