import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import { changeTags } from "../labels/tags.ts";
import type { segmentRoutes } from "./contract.ts";
import * as segments from "./service.ts";
import { convertSegment } from "./convert-to-list.ts";

export const segmentHandlers: HandlersOf<Context, typeof segmentRoutes.records> = {
  listSegments: (ctx, { query }) => segments.listSegments(ctx, query),
  createSegment: (ctx, { body }) => segments.createSegment(ctx, body),
  previewSegment: (ctx, { body }) => segments.previewSegment(ctx, body),
  tagSegments: (ctx, { body }) => changeTags(ctx, "segment", body),
  getSegment: (ctx, { params }) => segments.getSegment(ctx, params.segment),
  updateSegment: (ctx, { params, body }) => segments.updateSegment(ctx, params.segment, body),
  deleteSegment: (ctx, { params }) => segments.deleteSegment(ctx, params.segment),
  listSegmentMembers: (ctx, { params, query }) => segments.listSegmentMembers(ctx, params.segment, query),
  convertSegment: (ctx, { params, body }) => convertSegment(ctx, params.segment, body),
  recomputeSegment: (ctx, { params }) => segments.recomputeSegment(ctx, params.segment),
};

export const handlers = { segments: segmentHandlers };
