import { createContext, use } from "react";
import type { Config } from "../model/graph.ts";

const NodeContext = createContext<{ readonly id: string; readonly config: Config }>({ id: "", config: {} });

/** The node whose settings are shown. */
export const ShownNodeProvider = NodeContext.Provider;

export const useNodeId = (): string => use(NodeContext).id;

export const useNodeConfig = (): Config => use(NodeContext).config;
