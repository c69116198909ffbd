import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { Day, Id, OneOf, Page, Text, pageQuery } from "../../kernel/schema.ts";
import { contactSorts } from "../contacts/contract.ts";
import { ContactRow } from "../contacts/shapes.ts";
import { engagements, contactStates } from "../contacts/states.ts";
import { CopiedList, CopyListInput } from "../lists/shapes.ts";
import { LabelBulk, LabelBulkAnswer } from "../labels/shapes.ts";
import { SegmentPreview, SegmentPreviewInput, Segment, SegmentChange, SegmentInput } from "./shapes.ts";

export const segmentSorts = [
  "id",
  "name",
  "createdAt",
  "updatedAt",
  "computedAt",
  "matched",
  "mailable",
  "ruleCount",
] as const;

const segmentPath = "/segments/{segment}";
/** The path of a rule consists of indexes: `definition.<indexes>.<field>`. */
const implicitPathSteps = { definition: "rules" } as const;
const definitionErrors = [
  "validation definition",
  "validation definition.<indexes>.<field>",
  "validation definition.segmentCycle",
  "validation definition.segmentDepth",
] as const;

export const segmentRoutes = defineRoutes("Segments", "contacts", {
  listSegments: {
    method: "GET",
    path: "/segments",
    mcp: { core: "segments_list" },
    summary:
      "Segments with the sizes of `countedAt`, filtered, sorted and paged; sizes older than a minute are recounted in the background",
    query: pageQuery(segmentSorts, {
      shop: Type.Optional(Id),
      tag: Type.Optional(
        Type.Array(Text(200, 1), { maxItems: 20, description: "Repeatable: segments that have all of these tags" }),
      ),
      idFrom: Type.Optional(Id),
      idTo: Type.Optional(Id),
      createdFrom: Type.Optional(Day),
      createdTo: Type.Optional(Day),
      updatedFrom: Type.Optional(Day),
      updatedTo: Type.Optional(Day),
      refresh: Type.Optional(OneOf(["static", "daily"])),
    }),
    answers: { 200: Page(Segment) },
    errors: ["validation sort", "validation tag", "validation refresh"],
  },
  createSegment: {
    method: "POST",
    path: "/segments",
    mcp: { core: "segments_create" },
    effect: "internal",
    summary:
      "Create a segment of one shop's contacts; the first snapshot of a large static one is taken in the background (`jobId`)",
    body: SegmentInput,
    implicitPathSteps,
    answers: { 201: Segment, 202: Segment },
    errors: ["validation name", "validation shopId", "validation refresh", ...definitionErrors, "conflict name"],
  },
  previewSegment: {
    method: "POST",
    path: "/segments/preview",
    mcp: { core: "segments_preview" },
    risk: "read",
    summary:
      "Count the contacts that match a definition without saving it; an empty root matches all contacts of the shop",
    body: SegmentPreviewInput,
    implicitPathSteps,
    answers: { 200: SegmentPreview },
    errors: ["validation shopId", ...definitionErrors],
  },
  tagSegments: {
    method: "POST",
    path: "/segments/tags",
    mcp: "catalog",
    effect: "internal",
    summary: "Add tags to segments and remove them",
    body: LabelBulk,
    answers: { 200: LabelBulkAnswer },
    errors: ["validation ids", "validation tags"],
  },
  getSegment: {
    method: "GET",
    path: segmentPath,
    mcp: "catalog",
    summary:
      "One segment; the sizes of a daily one are counted now, those of a static one in the background if older than a minute",
    answers: { 200: Segment },
    errors: ["not_found segment"],
  },
  updateSegment: {
    method: "PATCH",
    path: segmentPath,
    mcp: "catalog",
    effect: "depends",
    summary:
      "Change a segment and recompute it, a large static one in the background (`jobId`); the shop cannot be changed",
    body: SegmentChange,
    implicitPathSteps,
    answers: { 200: Segment, 202: Segment },
    errors: ["validation shop", ...definitionErrors, "not_found segment", "conflict name"],
  },
  deleteSegment: {
    method: "DELETE",
    path: segmentPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a segment that is not referenced and not used by a running action",
    answers: { 204: null },
    errors: ["not_found segment", "conflict used"],
  },
  listSegmentMembers: {
    method: "GET",
    path: `${segmentPath}/members`,
    mcp: "catalog",
    summary: "Contacts of a segment: the snapshot of a static one, otherwise current matches",
    query: pageQuery(contactSorts, {
      state: Type.Optional(OneOf(contactStates)),
      engagement: Type.Optional(OneOf(engagements)),
    }),
    answers: { 200: Page(ContactRow) },
    errors: ["validation sort", "not_found segment"],
  },
  recomputeSegment: {
    method: "POST",
    path: `${segmentPath}/recompute`,
    mcp: "catalog",
    effect: "depends",
    summary: "Recompute a segment; a static one gets a new snapshot, a large one in the background (`jobId`)",
    body: Type.Object({}),
    answers: { 200: Segment, 202: Segment },
    errors: ["not_found segment"],
  },
  convertSegment: {
    method: "POST",
    path: `${segmentPath}/to-list`,
    mcp: "catalog",
    effect: "internal",
    summary: "Create a manual list of the mailable contacts; for a large segment they are added in the background",
    body: CopyListInput,
    answers: { 201: CopiedList, 202: CopiedList },
    errors: ["validation name", "not_found segment", "conflict name"],
  },
});
