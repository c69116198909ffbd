import { Type } from "typebox";
import { LabelBulk, LabelBulkAnswer } from "../labels/shapes.ts";
import { memberStates } from "../contacts/memberships/queries.ts";
import { defineRoutes } from "../../kernel/route.ts";
import { Count, Day, Id, OneOf, Page, Text, pageQuery } from "../../kernel/schema.ts";
import * as shapes from "./shapes.ts";

export const listSorts = ["id", "name", "publicName", "createdAt", "members", "active"] as const;
/** Sizes are compared as 32-bit integers. */
const size = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }));
const listPath = "/lists/{list_id}";

export const listRoutes = defineRoutes("Lists", "contacts", {
  listLists: {
    method: "GET",
    path: "/lists",
    mcp: { core: "lists_list" },
    summary: "Lists with their sizes, filtered, sorted and paged",
    query: pageQuery(listSorts, {
      shop: Type.Optional(Id),
      tag: Type.Optional(
        Type.Array(Text(200, 1), { maxItems: 20, description: "Repeatable: lists that have all of these tags" }),
      ),
      publicName: Type.Optional(Text(200)),
      idFrom: Type.Optional(Id),
      idTo: Type.Optional(Id),
      createdFrom: Type.Optional(Day),
      createdTo: Type.Optional(Day),
      membersFrom: size,
      membersTo: size,
      activeFrom: size,
      activeTo: size,
    }),
    answers: { 200: Page(shapes.ListRow) },
    errors: ["validation publicName", "validation q", "validation sort", "validation tag"],
  },
  createList: {
    method: "POST",
    path: "/lists",
    mcp: { core: "lists_create" },
    summary: "Create a list for manually added members and forms",
    body: shapes.ListInput,
    answers: { 201: shapes.List },
    errors: ["validation name", "validation shopId", "conflict name"],
  },
  mergeLists: {
    method: "POST",
    path: "/lists/merge",
    mcp: "catalog",
    risk: "irreversible",
    summary: "Merge lists into a new one in the background; each contact keeps the most restrictive of its states",
    body: shapes.MergeListsInput,
    answers: { 202: Type.Object({ list: shapes.List, jobId: Id }) },
    errors: ["validation listIds", "validation listIds.0", "conflict name_taken", "conflict locked", "conflict used"],
  },
  tagLists: {
    method: "POST",
    path: "/lists/tags",
    mcp: "catalog",
    summary: "Add tags to lists and remove them",
    body: LabelBulk,
    answers: { 200: LabelBulkAnswer },
    errors: ["validation ids", "validation tags"],
  },
  getList: {
    method: "GET",
    path: listPath,
    mcp: "catalog",
    summary: "One list",
    answers: { 200: shapes.List },
    errors: ["not_found list"],
  },
  updateList: {
    method: "PATCH",
    path: listPath,
    mcp: "catalog",
    summary: "Update a list; name and shop of an e-shop list are locked",
    body: shapes.ListChange,
    answers: { 200: shapes.List },
    errors: ["validation name", "validation shopId", "not_found list", "conflict name", "conflict locked"],
  },
  deleteList: {
    method: "DELETE",
    path: listPath,
    mcp: "catalog",
    summary:
      "Delete a list: alone, with its contacts, or with those of its contacts that are in no other list or segment",
    query: Type.Object({ mode: Type.Optional(OneOf(shapes.deleteModes)) }),
    answers: { 202: shapes.JobReference, 204: null },
    errors: ["validation mode", "not_found list", "conflict locked", "conflict used"],
  },
  previewListDeletion: {
    method: "GET",
    path: `${listPath}/deletion`,
    mcp: "catalog",
    summary: "Count the contacts that a deletion of the list would delete and keep",
    query: Type.Object({ mode: Type.Optional(OneOf(shapes.deleteModes)) }),
    answers: { 200: shapes.ListDeletion },
    errors: ["validation mode", "not_found list"],
  },
  autofillList: {
    method: "POST",
    path: `${listPath}/autofill`,
    mcp: "catalog",
    summary:
      "Fill empty name days, genders and salutations of members whose names are unambiguous; above 1000 members in the background",
    answers: { 200: shapes.Autofilled, 202: shapes.AutofillStarted },
    errors: ["not_found list"],
  },
  copyList: {
    method: "POST",
    path: `${listPath}/copy`,
    mcp: "catalog",
    summary: "Copy a list with its members; members of a large list are copied in the background",
    body: shapes.CopyListInput,
    answers: { 201: shapes.CopiedList, 202: shapes.CopiedList },
    errors: ["validation name", "not_found list", "conflict name", "conflict used"],
  },
  listListMembers: {
    method: "GET",
    path: `${listPath}/members`,
    mcp: "catalog",
    summary: "Members of a list, newest contacts first; removed members only on request",
    query: pageQuery(["id", "email", "lastName", "createdAt"], { state: Type.Optional(OneOf(memberStates)) }),
    answers: { 200: Page(shapes.ListMember) },
    errors: ["validation sort", "not_found list"],
  },
  addListMembers: {
    method: "POST",
    path: `${listPath}/members`,
    mcp: { core: "lists_add_members" },
    summary: "Add contacts; those that left the list, unsubscribed or are suppressed are skipped",
    body: shapes.ContactIds,
    answers: { 200: Type.Object({ added: Count, alreadyMember: Count, skipped: Count }) },
    errors: ["validation contactIds", "not_found list", "conflict locked"],
  },
  previewMemberRemoval: {
    method: "POST",
    path: `${listPath}/members/removal`,
    mcp: "catalog",
    level: "read",
    risk: "read",
    summary: "Count which of the contacts a removal from the list would affect",
    body: shapes.ContactIds,
    answers: { 200: shapes.MemberRemoval },
    errors: ["validation contactIds", "not_found list", "conflict locked"],
  },
  removeListMembers: {
    method: "POST",
    path: `${listPath}/members/remove`,
    mcp: "catalog",
    risk: "irreversible",
    summary: "Remove contacts from a list",
    body: shapes.ContactIds,
    answers: { 200: Type.Object({ removed: Count, notMember: Count }) },
    errors: ["validation contactIds", "not_found list", "conflict locked"],
  },
  unsubscribeListMembers: {
    method: "POST",
    path: `${listPath}/members/unsubscribe`,
    mcp: "catalog",
    risk: "irreversible",
    summary: "Unsubscribe contacts from this list only; afterwards only the contacts themselves can rejoin it",
    body: shapes.ContactIds,
    answers: { 200: Type.Object({ unsubscribed: Count, alreadyUnsubscribed: Count, notMember: Count }) },
    errors: ["validation contactIds", "not_found list", "conflict locked"],
  },
});

export const shopListRoutes = defineRoutes("Account", "settings", {
  maintainShopLists: {
    method: "POST",
    path: "/maintenance/shop-lists",
    mcp: "catalog",
    risk: "irreversible",
    summary: "Create the lists of e-shops and synchronize their members; without apply nothing is changed",
    body: shapes.ShopListsInput,
    answers: { 200: shapes.ShopListsReport, 202: shapes.ShopListsStarted },
    errors: ["validation shopId"],
  },
});
