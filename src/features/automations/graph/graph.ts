import type { JsonObject } from "./json.ts";

export type GraphNode = {
  readonly id: string;
  readonly type: string;
  readonly config: JsonObject;
  readonly position?: { readonly x: number; readonly y: number };
};
export type GraphEdge = { readonly id: string; readonly from: string; readonly output: string; readonly to: string };
export type Graph = { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] };

export const emptyGraph: Graph = { nodes: [], edges: [] };
