import { createContext, use } from "react";

const DropContext = createContext<string | undefined>(undefined);

/** The output that a dragged step would be put at. */
export const DropTargetProvider = DropContext.Provider;

export const useDropTarget = (key: string): boolean => use(DropContext) === key;
