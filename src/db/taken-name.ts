import { isUniqueViolation } from "./client.ts";
import { conflict } from "../kernel/errors.ts";

/** For a write to a table whose only unique column is the name. */
export async function refuseTakenName<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict("name");
    throw error;
  }
}
