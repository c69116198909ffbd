import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

function ask(pgConfig: string, option: string): string | undefined {
  try {
    return execFileSync(pgConfig, [option], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/** The programs of a PostgreSQL with Citus: in CITUS_BIN, or those of the `pg_config` in PATH. */
export function findCitusPrograms(): string | undefined {
  const folder = process.env["CITUS_BIN"];
  const pgConfig = folder === undefined ? "pg_config" : path.join(folder, "pg_config");
  const libraries = ask(pgConfig, "--pkglibdir");
  if (libraries === undefined || !existsSync(path.join(libraries, "citus.so"))) return undefined;
  return ask(pgConfig, "--bindir");
}
