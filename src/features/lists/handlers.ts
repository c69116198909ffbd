import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import { changeTags } from "../labels/tags.ts";
import { autofill } from "./autofill.ts";
import type { listRoutes, shopListRoutes } from "./contract.ts";
import * as members from "./members/service.ts";
import * as lists from "./service.ts";
import { maintain } from "./shop-lists/service.ts";

export const listHandlers: HandlersOf<Context, typeof listRoutes.records> = {
  listLists: (ctx, { query }) => lists.list(ctx, query),
  createList: (ctx, { body }) => lists.create(ctx, body),
  mergeLists: (ctx, { body }) => lists.merge(ctx, body),
  tagLists: (ctx, { body }) => changeTags(ctx, "list", body),
  getList: (ctx, { params }) => lists.get(ctx, params.list_id),
  updateList: (ctx, { params, body }) => lists.update(ctx, params.list_id, body),
  deleteList: (ctx, { params, query }) => lists.remove(ctx, params.list_id, query.mode),
  autofillList: (ctx, { params }) => autofill(ctx, params.list_id),
  copyList: (ctx, { params, body }) => lists.copy(ctx, params.list_id, body),
  listListMembers: (ctx, { params, query }) => members.list(ctx, params.list_id, query),
  addListMembers: (ctx, { params, body }) => members.add(ctx, params.list_id, body.contactIds),
  removeListMembers: (ctx, { params, body }) => members.remove(ctx, params.list_id, body.contactIds),
  unsubscribeListMembers: (ctx, { params, body }) => members.unsubscribe(ctx, params.list_id, body.contactIds),
};

export const shopListHandlers: HandlersOf<Context, typeof shopListRoutes.records> = {
  maintainShopLists: (ctx, { body }) => maintain(ctx, body),
};

export const handlers = { lists: listHandlers, shopLists: shopListHandlers };
