import { defineFeature } from "../../feature.ts";
import { listRoutes, shopListRoutes } from "./contract.ts";

export const listsFeature = defineFeature({
  name: "lists",
  tables: ["list"],
  contracts: { lists: listRoutes, shopLists: shopListRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
