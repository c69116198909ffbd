import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { listShops } from "../features/account/shops/queries.ts";
import type { ExportFile, Platform } from "../features/platform-migration/exported-contact.ts";
import { runMigration } from "../features/platform-migration/jobs.ts";
import { findRunningMigration } from "../features/platform-migration/queries.ts";
import { readExport, unpack } from "../features/platform-migration/readers/read-export.ts";
import {
  ApiRejection,
  checkCredentials,
  type ApiAccess,
} from "../features/platform-migration/readers/smartemailing-api.ts";
import { getLegacyMigration } from "../features/platform-migration/service.ts";
import { startMigration, type MigrationRequest } from "../features/platform-migration/start.ts";
import { existing } from "../kernel/accepts.ts";
import { tooLarge, validation } from "../kernel/errors.ts";
import { ZipError } from "../kernel/zip.ts";
import { OutboundError } from "../net/outbound.ts";
import { fileSize, InputError } from "./arguments.ts";
import { inCompany, runActionHere } from "./company-context.ts";
import { print, withApp } from "./with-app.ts";

export type MigrateFromOptions = {
  platform: Platform;
  tenant: string;
  file?: string;
  url?: string;
  user?: string;
  key?: string;
  list?: string;
  shop?: string;
  json?: boolean;
};

const platformNames: Readonly<Record<Platform, string>> = {
  smartemailing: "SmartEmailing",
  mailchimp: "Mailchimp",
  listmonk: "listmonk",
  mautic: "Mautic",
};

const maxArchiveBytes = 512 * 1_048_576;

/** An unfinished migration from the platform is continued; its export is not read again. */
export async function migrateFrom(config: Config, options: MigrateFromOptions): Promise<void> {
  const { id, problems, counts, ...rest } = await withApp(config, "migrate-from", (app) =>
    inCompany(app, { tenant: options.tenant, command: "migrate-from" }, async (ctx) => {
      const running = await findRunningMigration(ctx.db);
      const migrationId = await explained(async () => {
        const id =
          running?.platform === options.platform
            ? running.id
            : await startMigration(ctx, await readRequest(ctx, config, options));
        const parameter = ["migrationId", id] as const;
        await runActionHere(ctx, runMigration, { parameter, json: options.json === true });
        return id;
      });
      return getLegacyMigration(ctx, migrationId);
    }),
  );
  print(options, { migrationId: id, ...rest, ...counts, ...(options.json === true ? { problems } : {}) });
  if (options.json === true) return;
  for (const { source, row, column, code } of problems) console.log(`${source}  row ${row}  ${column}  ${code}`);
}

/** Unreadable files and refused calls are errors of the input. */
async function explained<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ZipError || error instanceof SyntaxError)
      throw new InputError(`the export is not readable: ${error.message}`);
    if (error instanceof OutboundError && error.reason === "address")
      throw new InputError("--url leads to a private address; calls go there only with WEBHOOK_ALLOW_PRIVATE=1");
    if (error instanceof ApiRejection || error instanceof OutboundError) throw new InputError(error.message);
    throw error;
  }
}

async function readRequest(ctx: Context, config: Config, options: MigrateFromOptions): Promise<MigrationRequest> {
  const { platform, file, url } = options;
  if ((file === undefined) === (url === undefined)) throw new InputError("give --file or --url");
  const [first] = await listShops(ctx.db, 1);
  const shopId = options.shop ?? first?.id;
  if (shopId === undefined) throw validation("shopId", existing("shop"));
  if (file === undefined) return { platform, shopId, source: await readAccess(ctx, config, options) };
  const listName = options.list ?? platformNames[platform];
  return { platform, shopId, source: readExport(platform, await filesAt(file), listName) };
}

/** Wrong credentials are refused before anything is stored. */
async function readAccess(ctx: Context, config: Config, options: MigrateFromOptions): Promise<ApiAccess> {
  const { platform, url, user, key = config.commandPassword } = options;
  if (platform !== "smartemailing") throw new InputError(`--url needs smartemailing; export a file from ${platform}`);
  if (url === undefined || user === undefined || key === undefined)
    throw new InputError("give --url, --user and --key (or POSTRIDER_PASSWORD)");
  const access = { url, login: user, password: key };
  await checkCredentials(ctx.outbound, access);
  return access;
}

/** A folder is read by name; archives are unpacked. */
async function filesAt(place: string): Promise<ExportFile[]> {
  const isFolder = (await stat(place).catch(() => undefined))?.isDirectory() === true;
  if (!isFolder) return openFile(place, path.basename(place));
  const names = (await readdir(place)).filter((name) => /\.(csv|json|zip)$/i.test(name)).toSorted();
  if (names.length === 0) throw new InputError(`${place} holds no CSV, JSON or ZIP file`);
  const files = await Promise.all(names.map((name) => openFile(path.join(place, name), name)));
  return files.flat();
}

async function openFile(file: string, name: string): Promise<ExportFile[]> {
  const bytes = await fileSize(file);
  if (!/\.zip$/i.test(name)) return [{ name, content: () => createReadStream(file) }];
  if (bytes > maxArchiveBytes) throw tooLarge();
  return unpack(name, await readFile(file));
}
