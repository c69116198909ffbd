import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Id, Items, Name, OneOf, Time, NamedObject, named } from "../../../kernel/schema.ts";
import { fieldTypes } from "./values.ts";

const Option = NamedObject("CustomFieldOption", { id: Id, name: Type.String() });

const CustomField = NamedObject("CustomField", {
  id: Id,
  name: Type.String(),
  type: OneOf(fieldTypes),
  options: Type.Array(Option),
  createdAt: Time,
});

/** An option in a request: its text, or its id and new text. */
const OptionInput = named(
  "CustomFieldOptionInput",
  Type.Union([Name, Type.Object({ id: Type.Optional(Id), name: Name })]),
);
const Options = Type.Array(OptionInput, { maxItems: 500 });

export const customFieldRoutes = defineRoutes("Contacts", "contacts", {
  listCustomFields: {
    method: "GET",
    path: "/custom-fields",
    mcp: "catalog",
    summary: "Custom fields of contacts",
    answers: { 200: Items(CustomField) },
    errors: [],
  },
  createCustomField: {
    method: "POST",
    path: "/custom-fields",
    mcp: "catalog",
    effect: "internal",
    module: "settings",
    summary: "Add a custom field",
    body: Type.Object({ name: Name, type: OneOf(fieldTypes), options: Type.Optional(Options) }),
    answers: { 201: CustomField },
    errors: ["validation options", "conflict name", "conflict limit"],
  },
  updateCustomField: {
    method: "PATCH",
    path: "/custom-fields/{id}",
    mcp: "catalog",
    effect: "depends",
    module: "settings",
    summary: "Rename a custom field or replace its options; the type cannot be changed",
    body: Type.Object({ name: Type.Optional(Name), options: Type.Optional(Options) }),
    answers: { 200: CustomField },
    errors: ["validation options", "not_found custom_field", "conflict name"],
  },
  deleteCustomField: {
    method: "DELETE",
    path: "/custom-fields/{id}",
    mcp: "catalog",
    effect: "depends",
    module: "settings",
    summary: "Delete a custom field; its values are removed in the background",
    answers: { 204: null },
    errors: ["not_found custom_field"],
  },
});
