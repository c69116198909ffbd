import { createContext, use, useEffect } from "react";

/** Given by a dialog, so that it asks before it closes and loses what was typed. */
export const UnsavedInputContext = createContext<(isUnsaved: boolean) => void>(() => {});

/** Tells the dialog around a form whether something was typed into it. */
export function useUnsavedInput(isUnsaved: boolean): void {
  const report = use(UnsavedInputContext);
  useEffect(() => {
    report(isUnsaved);
    return () => report(false);
  }, [report, isUnsaved]);
}
