import { inTransaction, type Context } from "../../context.ts";
import { isUniqueViolation } from "../../db/client.ts";
import { requestAction } from "../../jobs/actions.ts";
import { existing } from "../../kernel/accepts.ts";
import { conflict, validation } from "../../kernel/errors.ts";
import { shopExists } from "../imports/references.queries.ts";
import type { ExportPart, Platform } from "./exported-contact.ts";
import { runMigration } from "./jobs.ts";
import * as queries from "./queries.ts";
import { completeReading, storePart } from "./read.ts";
import type { ApiAccess } from "./readers/smartemailing-api.ts";
import { encryptPassword } from "./secrets.ts";

export type MigrationRequest = {
  readonly platform: Platform;
  readonly shopId: string;
  /** An API is read by the action; files are read here. */
  readonly source: ApiAccess | AsyncIterable<ExportPart>;
};

/**
 * Starts a migration; files are stored with it in one transaction. A company has one at a time. Files without any contact are
 * refused: they are probably of another platform.
 */
export async function startMigration(ctx: Context, { platform, shopId, source }: MigrationRequest): Promise<string> {
  const access = "url" in source ? source : undefined;
  if (!(await shopExists(ctx.db, shopId))) throw validation("shopId", existing("shop"));
  return inTransaction(ctx, async (inner) => {
    const id = await insertMigration(inner, {
      platform,
      shopId,
      url: access?.url ?? null,
      login: access?.login ?? null,
      password: access === undefined ? null : encryptPassword(inner, access.password),
      at: inner.clock.now(),
    });
    if (!("url" in source)) {
      for await (const part of source) await storePart(inner, await queries.getMigration(inner.db, id), part);
      await completeReading(inner, id);
      if ((await queries.getMigration(inner.db, id)).counts.contacts === 0)
        throw validation("file", { reason: "empty", min: 1, unit: "contacts" });
    }
    await requestAction(inner, runMigration, { migrationId: id });
    return id;
  });
}

async function insertMigration(ctx: Context, migration: queries.NewMigration): Promise<string> {
  try {
    return await queries.insertMigration(ctx.db, migration);
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict("running");
    throw error;
  }
}
