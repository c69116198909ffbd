export type Check = { name: string; state: "ok" | "warn" | "fail"; message: string; advice?: string };

export const ok = (name: string, message: string): Check => ({ name, state: "ok", message });
export const warn = (name: string, message: string, advice: string): Check => ({
  name,
  state: "warn",
  message,
  advice,
});
export const fail = (name: string, message: string, advice: string): Check => ({
  name,
  state: "fail",
  message,
  advice,
});

/** Only the first line is shown: no connection string, no stack. */
export function failedCheck(name: string, error: unknown): Check {
  const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  return fail(name, `The check failed: ${reason}`, "Fix the reported error and run `postrider doctor` again.");
}

/** A check that throws is reported as a failure. */
export async function runCheck(name: string, run: () => Promise<Check> | Check): Promise<Check> {
  try {
    return await run();
  } catch (error) {
    return failedCheck(name, error);
  }
}
