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

/** A check that throws is reported as a failure. Only the first line is shown: no connection string, no stack. */
export async function runCheck(name: string, run: () => Promise<Check> | Check): Promise<Check> {
  try {
    return await run();
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return fail(name, `The check failed: ${reason}`, "Fix the reported error and run `postrider doctor` again.");
  }
}
