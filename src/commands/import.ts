import { createReadStream } from "node:fs";
import path from "node:path";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import { listShops } from "../features/account/shops/queries.ts";
import { listPurposes } from "../features/contacts/consents/queries.ts";
import { uploadImportFile } from "../features/imports/files/service.ts";
import { runImport } from "../features/imports/jobs.ts";
import { maxFileBytes } from "../features/imports/limits.ts";
import * as imports from "../features/imports/service.ts";
import type { ImportInput, ImportOptions, ColumnMapping } from "../features/imports/shapes.ts";
import { existing } from "../kernel/accepts.ts";
import { tooLarge, validation } from "../kernel/errors.ts";
import { deleteFile } from "../storage/files.queries.ts";
import { fileSize } from "./arguments.ts";
import { inCompany, runActionHere } from "./company-context.ts";
import { namingOptions } from "./rejected-options.ts";
import { print, withApp } from "./with-app.ts";

export type ImportCommand = {
  tenant: string;
  file: string;
  map: ColumnMapping;
  mode: ImportInput["mode"];
  list?: string[];
  purpose?: string;
  shop?: string;
  source?: string;
  name?: string;
  encoding?: NonNullable<ImportOptions["encoding"]>;
  delimiter?: NonNullable<ImportOptions["delimiter"]>;
  consentConfirmed?: boolean;
  json?: boolean;
};

/** The options that fill the fields of the request. */
const optionNames = {
  consentConfirmed: "--consent-confirmed",
  listIds: "--list",
  mapping: "--map",
  name: "--name",
  purposeId: "--purpose",
  shopId: "--shop",
  source: "--source",
} as const;

/** The import runs in this process, with the rules of the API, whether or not a server is running. */
export async function importCommand(config: Config, options: ImportCommand): Promise<void> {
  if ((await fileSize(options.file)) > maxFileBytes) throw tooLarge();
  const { id, status, result } = await withApp(config, "import", (app) =>
    inCompany(app, { tenant: options.tenant, command: "import" }, async (ctx) => {
      const begun = await namingOptions(optionNames, async () => start(ctx, await readInput(ctx, options)));
      if (begun.finishedAt === null) {
        const parameter = ["importId", begun.id] as const;
        await runActionHere(ctx, runImport, { parameter, json: options.json === true });
      }
      return imports.getImport(ctx, begun.id);
    }),
  );
  const { problems = [], ...counts } = result ?? {};
  print(options, { id, status, ...counts, ...(options.json === true ? { problems } : {}) });
  if (options.json !== true)
    for (const { row, column, code } of problems) console.log(`row ${row}  ${column}  ${code}`);
}

/** A rejected import leaves no file behind. */
async function start(ctx: Context, input: ImportInput) {
  try {
    return await imports.createImport(ctx, input);
  } catch (error) {
    await deleteFile(ctx.db, input.fileId);
    throw error;
  }
}

async function readInput(ctx: Context, options: ImportCommand): Promise<ImportInput> {
  const fileName = path.basename(options.file);
  const [shop] = await listShops(ctx.db, 1);
  const [purpose] = await listPurposes(ctx.db);
  const shopId = options.shop ?? shop?.id;
  const purposeId = options.purpose ?? purpose?.id;
  if (shopId === undefined) throw validation("shopId", existing("shop"));
  const { fileId } = await uploadImportFile(ctx, { name: fileName, content: createReadStream(options.file) });
  return {
    name: options.name ?? fileName,
    source: options.source ?? "command line",
    fileId,
    mapping: options.map,
    mode: options.mode,
    shopId,
    listIds: options.list ?? [],
    ...(purposeId === undefined ? {} : { purposeId }),
    consentConfirmed: options.consentConfirmed === true,
    options: {
      ...(options.encoding === undefined ? {} : { encoding: options.encoding }),
      ...(options.delimiter === undefined ? {} : { delimiter: options.delimiter }),
    },
  };
}
