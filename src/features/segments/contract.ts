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
/** Rules are named by their indexes alone: `definition.<indexes>.<field>`. */
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
    summary:
      "Segments with the sizes they had at `countedAt`, filtered, sorted and paged; sizes older than a minute are counted anew behind the answer",
    query: pageQuery(segmentSorts, {
      shop: Type.Optional(Id),
      tag: Type.Optional(
        Type.Array(Text(200, 1), { maxItems: 20, description: "Repeatable: segments that carry all of these tags" }),
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
    summary:
      "Save a group of contacts of one shop by its rules; the first snapshot of a large static one is taken in the background (`jobId`)",
    body: SegmentInput,
    implicitPathSteps,
    answers: { 201: Segment },
    errors: ["validation name", "validation shopId", "validation refresh", ...definitionErrors, "conflict name"],
  },
  previewSegment: {
    method: "POST",
    path: "/segments/preview",
    level: "read",
    risk: "read",
    summary: "How many contacts a definition matches, without saving it; an empty root matches all of the shop",
    body: SegmentPreviewInput,
    implicitPathSteps,
    answers: { 200: SegmentPreview },
    errors: ["validation shopId", ...definitionErrors],
  },
  tagSegments: {
    method: "POST",
    path: "/segments/tags",
    summary: "Put tags on segments and take them off",
    body: LabelBulk,
    answers: { 200: LabelBulkAnswer },
    errors: ["validation ids", "validation tags"],
  },
  getSegment: {
    method: "GET",
    path: segmentPath,
    summary:
      "One segment; the sizes of a daily one are counted now, those of a static one behind the answer when they are older than a minute",
    answers: { 200: Segment },
    errors: ["not_found segment"],
  },
  updateSegment: {
    method: "PATCH",
    path: segmentPath,
    summary: "Change a segment and compute it anew, a large static one in the background (`jobId`); its shop stays",
    body: SegmentChange,
    implicitPathSteps,
    answers: { 200: Segment },
    errors: ["validation shop", ...definitionErrors, "not_found segment", "conflict name"],
  },
  deleteSegment: {
    method: "DELETE",
    path: segmentPath,
    summary: "Delete a segment that nothing names and that no work under way needs",
    answers: { 204: null },
    errors: ["not_found segment", "conflict segment", "conflict campaign", "conflict used"],
  },
  listSegmentMembers: {
    method: "GET",
    path: `${segmentPath}/members`,
    summary: "Contacts of a segment: the snapshot of a static one, otherwise who matches now",
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
    summary: "Compute a segment anew; a static one gets a new snapshot, a large one in the background (`jobId`)",
    body: Type.Object({}),
    answers: { 200: Segment },
    errors: ["not_found segment"],
  },
  convertSegment: {
    method: "POST",
    path: `${segmentPath}/to-list`,
    summary: "Make a manual list of the contacts that may be mailed; those of a large segment follow in the background",
    body: CopyListInput,
    answers: { 201: CopiedList, 202: CopiedList },
    errors: ["validation name", "not_found segment", "conflict name"],
  },
});
