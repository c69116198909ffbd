import { defineFeature } from "../../feature.ts";
import { fileRoutes } from "./contract.ts";
import { fileFolderRoutes } from "./folders/contract.ts";
import { stockPhotoRoutes } from "./stock-photos/contract.ts";
import { videoRoutes } from "./videos/contract.ts";

export const filesFeature = defineFeature({
  name: "files",
  tables: ["asset", "asset_blob", "file_folder"],
  contracts: { files: fileRoutes, folders: fileFolderRoutes, stockPhotos: stockPhotoRoutes, videos: videoRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
