import { Type, type Static } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Flag, Id, Items, Name, named, NamedObject, NullableId, Text, Time } from "../../../kernel/schema.ts";

const ViewSettings = NamedObject("ViewSettings", {
  columns: Type.Optional(
    Type.Array(Text(100, 1), { maxItems: 60, description: "Keys of the shown columns, in order" }),
  ),
  search: Type.Record(Type.String({ maxLength: 60 }), Type.String({ maxLength: 500 }), {
    maxProperties: 40,
    description: "Filters, `q` and `sort`, as the address of the list has them",
  }),
});
export type ViewSettings = Static<typeof ViewSettings>;

export const SavedView = NamedObject("SavedView", {
  id: Id,
  grid: Type.String(),
  name: Type.String(),
  settings: ViewSettings,
  shared: Type.Boolean({ description: "For all members of the company" }),
  memberId: NullableId,
  mine: Type.Boolean({ description: "Only the member who saved a view may change it" }),
  createdAt: Time,
  updatedAt: Time,
});

export const SavedViewInput = NamedObject("SavedViewInput", {
  grid: Text(60, 1),
  name: Name,
  settings: ViewSettings,
  shared: Type.Optional(Flag),
});
export type SavedViewInput = Static<typeof SavedViewInput>;

export const SavedViewChange = named(
  "SavedViewChange",
  Type.Partial(Type.Object({ name: Name, settings: ViewSettings, shared: Flag })),
);
export type SavedViewChange = Static<typeof SavedViewChange>;

export const savedViewRoutes = defineRoutes("Account", "contacts", {
  listSavedViews: {
    method: "GET",
    path: "/saved-views",
    mcp: "catalog",
    summary: "Views of a list that the member saved, and those shared in the company, by name",
    query: Type.Object({ grid: Type.Optional({ ...Text(60, 1), description: "Left out: the views of all lists" }) }),
    answers: { 200: Items(SavedView) },
    errors: [],
  },
  createSavedView: {
    method: "POST",
    path: "/saved-views",
    mcp: "catalog",
    effect: "internal",
    summary: "Save columns, filters and order of a list",
    body: SavedViewInput,
    answers: { 201: SavedView },
    errors: ["validation name", "conflict limit"],
  },
  updateSavedView: {
    method: "PATCH",
    path: "/saved-views/{view_id}",
    mcp: "catalog",
    effect: "internal",
    summary: "Rename, share or replace a view of the member's own",
    body: SavedViewChange,
    answers: { 200: SavedView },
    errors: ["validation name", "not_found view"],
  },
  deleteSavedView: {
    method: "DELETE",
    path: "/saved-views/{view_id}",
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a view of the member's own",
    answers: { 204: null },
    errors: ["not_found view"],
  },
});
