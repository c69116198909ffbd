import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import { changeTags } from "../labels/tags.ts";
import type { segmentRoutes } from "./contract.ts";
import * as segments from "./service.ts";
import { toList } from "./to-list.ts";

export const segmentHandlers: HandlersOf<Context, typeof segmentRoutes.records> = {
  listSegments: (ctx, { query }) => segments.list(ctx, query),
  createSegment: (ctx, { body }) => segments.create(ctx, body),
  previewSegment: (ctx, { body }) => segments.preview(ctx, body),
  tagSegments: (ctx, { body }) => changeTags(ctx, "segment", body),
  getSegment: (ctx, { params }) => segments.get(ctx, params.segment),
  updateSegment: (ctx, { params, body }) => segments.update(ctx, params.segment, body),
  deleteSegment: (ctx, { params }) => segments.remove(ctx, params.segment),
  listSegmentMembers: (ctx, { params, query }) => segments.listMembers(ctx, params.segment, query),
  convertSegment: (ctx, { params, body }) => toList(ctx, params.segment, body),
  recomputeSegment: (ctx, { params }) => segments.recompute(ctx, params.segment),
};

export const handlers = { segments: segmentHandlers };
