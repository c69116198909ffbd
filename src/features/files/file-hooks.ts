import type { SqlNode } from "../../db/sql-node.ts";
import { defineHooks, type HookedProcess } from "../../hooks/hook-point.ts";
import { fileReferences as referencesOfLists } from "../lists/file-references.sql.ts";
import { fileReferences as referencesOfSegments } from "../segments/file-references.sql.ts";

type FileHooks = {
  /** Statements that select `kind, id, name` of the content that contains a file's key. */
  readonly references?: (tenantId: string, fileKey: string) => readonly SqlNode[];
};

export const fileHooks = defineHooks<FileHooks>("files");

/** Statements that select `kind, id, name` of everything that contains a file's key. */
export const allFileReferences = (process: HookedProcess, tenantId: string, fileKey: string): readonly SqlNode[] => [
  ...referencesOfLists(tenantId, fileKey),
  ...referencesOfSegments(tenantId, fileKey),
  ...fileHooks.in(process).flatMap(({ references }) => references?.(tenantId, fileKey) ?? []),
];
