import type { FolderRecord } from "./queries.ts";

type FolderNode = Pick<FolderRecord, "id" | "parentId">;

/** 1 at the root. Bounded by the number of folders, so a cycle (which no write allows) cannot loop forever. */
export function depthOf(folders: readonly FolderNode[], id: string | null): number {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  let depth = 0;
  for (let at = id; at !== null && depth <= folders.length; depth += 1) at = byId.get(at)?.parentId ?? null;
  return depth;
}

/** Height of the subtree of a folder. */
export function heightOf(folders: readonly FolderNode[], id: string): number {
  const children = folders.filter(({ parentId }) => parentId === id);
  return 1 + Math.max(0, ...children.map((child) => heightOf(folders, child.id)));
}

export function isWithin(folders: readonly FolderNode[], id: string | null, ancestorId: string): boolean {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  for (let at = id, steps = 0; at !== null && steps <= folders.length; steps += 1) {
    if (at === ancestorId) return true;
    at = byId.get(at)?.parentId ?? null;
  }
  return false;
}
