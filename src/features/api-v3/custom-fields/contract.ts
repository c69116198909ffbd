import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { ListAnswer } from "../envelope.ts";
import { Expand, listQuery } from "../list-request.ts";
import { IdFilter, IntId, Text } from "../schema.ts";
import { NamedObject } from "../../../kernel/schema.ts";

export const CustomFieldOption = NamedObject("CompatibleCustomFieldOption", {
  id: IntId,
  customfield_id: IntId,
  name: Text,
  order: Type.Integer({ minimum: 0 }),
});

export const CustomField = Type.Object({
  id: IntId,
  name: Text,
  type: Type.String({ description: "text, textarea, date, checkbox, select, bool, numeric" }),
  options_url: Type.Optional(Text),
  customfield_options: Type.Optional(
    Type.Array(CustomFieldOption, { description: "Instead of options_url with expand=customfield_options" }),
  ),
});

export const customFieldRoutes = defineRoutes("API v3", null, {
  listCustomFieldsV3: {
    method: "GET",
    path: "/api/v3/customfields",
    mcp: "never",
    summary: "Custom fields of contacts",
    query: listQuery(CustomField, { expand: Expand }),
    answers: { 200: ListAnswer(CustomField) },
    errors: ["validation select", "validation sort"],
  },
  listCustomFieldOptionsV3: {
    method: "GET",
    path: "/api/v3/customfield-options",
    mcp: "never",
    summary: "Options of custom fields",
    query: listQuery(CustomFieldOption, { customfield_id: Type.Optional(IdFilter) }),
    answers: { 200: ListAnswer(CustomFieldOption) },
    errors: ["validation select", "validation sort"],
  },
});
