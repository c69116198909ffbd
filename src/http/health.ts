import type { FastifyInstance } from "fastify";
import { appliedMigrations, readMigrations } from "../db/migrate.ts";
import { unavailable } from "../kernel/errors.ts";
import { inTime } from "./in-time.ts";
import { refuseOtherMethods } from "./methods.ts";
import type { ServerParts } from "./server.ts";

export function registerHealth(app: FastifyInstance, parts: ServerParts): void {
  const newest = readMigrations().at(-1)?.number;
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    const applied = await inTime(appliedMigrations(parts.db.sql));
    if (applied.at(-1) !== newest) throw unavailable("database");
    return { status: "ready", migration: newest };
  });
  for (const url of ["/healthz", "/readyz"]) refuseOtherMethods(app, url, new Set(["GET"]));
}
