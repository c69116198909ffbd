import type { FeatureHooks, Hooks } from "./context.ts";
import { joinNodes, node, type SqlNode } from "./db/sql-node.ts";
import { features } from "./features.ts";
import { httpHooks } from "./http/hooks.ts";

/** The hooks of every feature, in the order of features, then those of the HTTP server. */
export async function loadHooks(): Promise<Hooks> {
  const loaded = await Promise.all(features.map(async ({ hooks }) => hooks?.()));
  return mergeHooks([...loaded.flatMap((module) => (module === undefined ? [] : [module.hooks])), httpHooks]);
}

export const mergeHooks = (all: readonly FeatureHooks[]): Hooks => ({
  onInsert: (tenantId) => all.flatMap(({ onInsert }) => onInsert?.(tenantId) ?? []),
  beforeErase: async (ctx, contact) => {
    for (const { beforeErase } of all) await beforeErase?.(ctx, contact);
  },
  onErase: async (ctx, contact) => {
    for (const { onErase } of all) await onErase?.(ctx, contact);
  },
  onDelete: (tenantId, at) => all.flatMap(({ onDelete }) => onDelete?.(tenantId, at) ?? []),
  dependents: async (ctx, object) => {
    for (const { dependents } of all) {
      const found = await dependents?.(ctx, object);
      if (found !== undefined) return found;
    }
    return undefined;
  },
  detach: async (ctx, object) => {
    for (const { detach } of all) await detach?.(ctx, object);
  },
  onListsDeleted: async (ctx, listIds) => {
    for (const { onListsDeleted } of all) await onListsDeleted?.(ctx, listIds);
  },
  actionsOnLists: (tenantId, listIds) =>
    anyOf(all.flatMap(({ actionsOnLists }) => actionsOnLists?.(tenantId, listIds) ?? [])),
  onOrders: async (ctx, orders, at) => {
    for (const { onOrders } of all) await onOrders?.(ctx, orders, at);
  },
  onAccessEnded: async (ctx, memberId) => {
    for (const { onAccessEnded } of all) await onAccessEnded?.(ctx, memberId);
  },
  onCustomers: async (ctx, contactIds) => {
    for (const { onCustomers } of all) await onCustomers?.(ctx, contactIds);
  },
  contactUse: async (ctx) =>
    anyOf((await Promise.all(all.map(async ({ contactUse }) => contactUse?.(ctx)))).flatMap((use) => use ?? [])),
  approvedMail: async (ctx) =>
    anyOf((await Promise.all(all.map(async ({ approvedMail }) => approvedMail?.(ctx)))).flatMap((mail) => mail ?? [])),
  fileReferences: (tenantId, fileKey) => all.flatMap(({ fileReferences }) => fileReferences?.(tenantId, fileKey) ?? []),
});

/** In parentheses, so that it can be part of any condition. */
const anyOf = (conditions: readonly SqlNode[]): SqlNode =>
  node`(${joinNodes([node`false`, ...conditions.map((one) => node`(${one})`)], node` or `)})`;
