import { defineRoutes } from "../../../kernel/route.ts";
import { Items } from "../../../kernel/schema.ts";
import { FileFolder, FileFolderChange, FileFolderInput } from "./shapes.ts";

const folderPath = "/file-folders/{folder_id}";

export const fileFolderRoutes = defineRoutes("Content", "content", {
  listFileFolders: {
    method: "GET",
    path: "/file-folders",
    mcp: "catalog",
    summary: "All folders of the file manager, by name; `parentId` links them to a tree",
    answers: { 200: Items(FileFolder) },
    errors: [],
  },
  createFileFolder: {
    method: "POST",
    path: "/file-folders",
    mcp: "catalog",
    effect: "internal",
    summary: "Add a folder, at most 8 levels deep and 1 000 per company",
    body: FileFolderInput,
    answers: { 201: FileFolder },
    errors: ["validation name", "validation parentId", "conflict name", "conflict limit"],
  },
  updateFileFolder: {
    method: "PATCH",
    path: folderPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Rename a folder or move it with its contents",
    body: FileFolderChange,
    answers: { 200: FileFolder },
    errors: ["validation name", "validation parentId", "not_found folder", "conflict name"],
  },
  deleteFileFolder: {
    method: "DELETE",
    path: folderPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete an empty folder",
    answers: { 204: null },
    errors: ["not_found folder", "conflict not_empty"],
  },
});
