import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import { changeTags } from "../labels/tags.ts";
import { autofillList } from "./autofill.ts";
import type { listRoutes, shopListRoutes } from "./contract.ts";
import * as members from "./members/service.ts";
import * as lists from "./service.ts";
import { maintainShopLists } from "./shop-lists/service.ts";

export const listHandlers: HandlersOf<Context, typeof listRoutes.records> = {
  listLists: (ctx, { query }) => lists.listLists(ctx, query),
  createList: (ctx, { body }) => lists.createList(ctx, body),
  mergeLists: (ctx, { body }) => lists.mergeLists(ctx, body),
  tagLists: (ctx, { body }) => changeTags(ctx, "list", body),
  getList: (ctx, { params }) => lists.getList(ctx, params.list_id),
  updateList: (ctx, { params, body }) => lists.updateList(ctx, params.list_id, body),
  previewListDeletion: (ctx, { params, query }) => lists.previewDeletion(ctx, params.list_id, query.mode),
  deleteList: (ctx, { params, query }) => lists.deleteList(ctx, params.list_id, query.mode),
  autofillList: (ctx, { params }) => autofillList(ctx, params.list_id),
  copyList: (ctx, { params, body }) => lists.copyList(ctx, params.list_id, body),
  listListMembers: (ctx, { params, query }) => members.listListMembers(ctx, params.list_id, query),
  addListMembers: (ctx, { params, body }) => members.addListMembers(ctx, params.list_id, body.contactIds),
  previewMemberRemoval: (ctx, { params, body }) => members.previewRemoval(ctx, params.list_id, body.contactIds),
  removeListMembers: (ctx, { params, body }) => members.removeListMembers(ctx, params.list_id, body.contactIds),
  unsubscribeListMembers: (ctx, { params, body }) =>
    members.unsubscribeListMembers(ctx, params.list_id, body.contactIds),
};

export const shopListHandlers: HandlersOf<Context, typeof shopListRoutes.records> = {
  maintainShopLists: (ctx, { body }) => maintainShopLists(ctx, body),
};

export const handlers = { lists: listHandlers, shopLists: shopListHandlers };
