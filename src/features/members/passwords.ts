import { hash, verify } from "@node-rs/argon2";
import { randomToken } from "../../kernel/crypto.ts";
import { validation } from "../../kernel/errors.ts";
import { isWeakPassword } from "./password-strength/weak-password.ts";

/** Parameters recommended by OWASP for argon2id; about 20 ms, off the main thread. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const minPasswordLength = 10;

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password);

export type NewPassword = {
  readonly password: string;
  /** Address, names and company of the person: a password must not consist of them. */
  readonly ownWords: readonly string[];
  /** The field that the error names. */
  readonly field?: "password" | "newPassword";
};

/** The rule of every password that is set; existing passwords are not checked. */
export function rejectWeakPassword({ password, ownWords, field = "password" }: NewPassword): void {
  if (password.length < minPasswordLength || isWeakPassword(password, ownWords)) {
    throw validation(field, {
      type: "string",
      min: minPasswordLength,
      pattern: "hard to guess: not a common password, nor made of own names",
    });
  }
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
