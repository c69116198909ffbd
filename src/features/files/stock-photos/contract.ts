import { defineRoutes } from "../../../kernel/route.ts";
import { Page } from "../../../kernel/schema.ts";
import { Type } from "typebox";
import { File } from "../shapes.ts";
import { StockPhoto, StockPhotoInput, StockPhotoStatus } from "./shapes.ts";

const failures = ["unavailable stock_photos", "upstream stock_photos"];

export const stockPhotoRoutes = defineRoutes("Content", "content", {
  listStockPhotos: {
    method: "GET",
    path: "/stock-photos",
    mcp: "catalog",
    summary: "Search free photos; without a search text the provider's curated ones",
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 80, default: 25 })),
      q: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    answers: { 200: Page(StockPhoto) },
    errors: failures,
  },
  getStockPhotoStatus: {
    method: "GET",
    path: "/stock-photos/status",
    mcp: "catalog",
    summary: "Whether this installation offers stock photos",
    answers: { 200: StockPhotoStatus },
    errors: [],
  },
  addStockPhoto: {
    method: "POST",
    path: "/files/stock-photo",
    mcp: "catalog",
    effect: "internal",
    summary: "Add a stock photo to the files, with its author",
    body: StockPhotoInput,
    answers: { 201: File },
    errors: ["validation photoId", "validation name", "validation folderId", "conflict limit", ...failures],
  },
});
