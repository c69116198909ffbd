import { defineFeature } from "../../feature.ts";
import { importRoutes } from "./contract.ts";

export const importsFeature = defineFeature({
  name: "imports",
  tables: ["contact_import", "import_batch", "import_draft", "import_file", "import_problem", "staged_row"],
  contracts: { imports: importRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
