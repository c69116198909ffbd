import { ApiError } from "../kernel/errors.ts";
import { InputError } from "./arguments.ts";

const toText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(toText).join(", ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
};

/** Code and word as in an answer of the API, and what would be accepted. */
export function describeApiError({ code, message, params }: ApiError): string {
  const rules = Object.entries(params).map(([name, value]) => `${name} ${toText(value)}`);
  return rules.length === 0 ? `${code} ${message}` : `${code} ${message} (${rules.join("; ")})`;
}

/** Adds to a rejected field of the request the option of the command that fills it. */
export async function namingOptions<Result>(
  options: Readonly<Record<string, string>>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "validation") throw error;
    const [field = ""] = error.message.split(".");
    const option = options[field];
    if (option === undefined) throw error;
    throw new InputError(`${describeApiError(error)}: give ${option}`);
  }
}
