import type { PurposeRecord } from "../../contacts/consents/queries.ts";
import type { ImportRun } from "../import-run.ts";

/**
 * The rows of an import that are being applied, in the table of staged rows. Each step removes the rows that it
 * has handled. Runs under the lock of all addresses of the company.
 */
export type BatchContext = ImportRun & {
  readonly at: Date;
  /** Lists that still exist. */
  readonly listIds: readonly string[];
  readonly purpose: PurposeRecord | undefined;
};

export const emailColumn = ({ plan }: BatchContext): string => plan.columns[plan.email] ?? "";

/** The source of contacts that the import creates. */
export const sourceOf = ({ record }: BatchContext): "import" | "legacy" =>
  record.kind === "legacy" ? "legacy" : "import";

/** Part of every journal entry of an import; automations ignore quiet entries. */
export const journalOrigin = ({ record }: BatchContext): { importId: string; quiet?: true } =>
  record.runAutomations ? { importId: record.id } : { importId: record.id, quiet: true };
