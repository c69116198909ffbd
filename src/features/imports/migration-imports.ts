import type { Context } from "../../context.ts";
import type { ColumnMapping, ImportMode } from "./shapes.ts";
import { uploadImportFile } from "./files/service.ts";
import { getUnclaimedFile, insertClaimedImport } from "./service.ts";

export type MigrationImport = {
  readonly name: string;
  readonly mode: ImportMode;
  /** The columns of `content`, each named after its target. */
  readonly targets: readonly string[];
  /** A CSV file with a header and at least one row. */
  readonly content: AsyncIterable<Uint8Array>;
  readonly platform: string;
  readonly shopId: string;
  readonly purposeId: string;
  readonly listIds: readonly string[];
};

/**
 * A part of a migration from another platform, in the transaction of the caller, who advances it with `advanceImport`. The
 * consents are weak and change no contact that is here already.
 */
export async function insertMigrationImport(ctx: Context, part: MigrationImport): Promise<string> {
  const { name, mode, targets, content, platform, shopId, purposeId, listIds } = part;
  const { fileId } = await uploadImportFile(ctx, { name: `${name}.csv`, content });
  const mapping: ColumnMapping = targets.map((target) => ({ column: target, target }));
  return insertClaimedImport(
    ctx,
    {
      name,
      source: platform,
      fileId,
      mapping,
      mode,
      shopId,
      listIds: [...listIds],
      purposeId,
      kind: "legacy",
      options: { delimiter: ",", encoding: "utf-8", hasHeader: true, consentWeak: true },
    },
    { file: await getUnclaimedFile(ctx, fileId), columns: targets, mapping },
  );
}
