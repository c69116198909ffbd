import type { FastifyInstance } from "fastify";
import { appliedMigrations, readMigrations } from "../db/migrate.ts";
import { unavailable } from "../kernel/errors.ts";
import { withDatabaseTimeout } from "./database-timeout.ts";
import { rejectOtherMethods } from "./methods.ts";
import type { ServerDeps } from "./server-deps.ts";

export function registerHealth(app: FastifyInstance, deps: ServerDeps): void {
  const newest = readMigrations().at(-1)?.number;
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    const applied = await withDatabaseTimeout(appliedMigrations(deps.db.sql));
    if (applied.at(-1) !== newest) throw unavailable("database");
    return { status: "ready", migration: newest };
  });
  for (const url of ["/healthz", "/readyz"]) rejectOtherMethods(app, url, new Set(["GET"]));
}
