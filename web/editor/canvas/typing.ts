import { useEffect, useState } from "react";
import { find, type BlockOf } from "../model/document.ts";
import { useEditor } from "../model/editor-context.tsx";
import { isRichText } from "../rich-text/text-html.ts";

export type Point = { readonly x: number; readonly y: number };

type Typed = { readonly id: string; readonly at: Point | undefined };

export type TypedBlock = BlockOf<"text"> | BlockOf<"button">;

/** Marks what belongs to the text that is typed in: its tools, and the menus that they open. */
export const typingTools = { "data-typing-tools": true } as const;
const outside = ":not([data-typing-tools] *, [data-portal] *, iframe)";

/** The block that is typed in at its place in the e-mail, until the person goes elsewhere. */
export function useTyping() {
  const { document: email, selectedId, select, canEdit, canArrange } = useEditor();
  const [typed, setTyped] = useState<Typed>();
  const found = typed !== undefined && typed.id === selectedId ? find(email, typed.id) : undefined;
  const block = found?.kind === "block" && isTypable(found.node) ? found.node : undefined;
  const isTyping = block !== undefined;
  useEffect(() => {
    if (!isTyping) return undefined;
    const handleFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(outside)) setTyped(undefined);
    };
    document.addEventListener("focusin", handleFocus);
    return () => document.removeEventListener("focusin", handleFocus);
  }, [isTyping]);
  return {
    block,
    at: typed?.at,
    /** Selects the block, and types in it where it has words. */
    begin: (id: string | undefined, at?: Point) => {
      select(id);
      setTyped(id !== undefined && canEdit && canArrange ? { id, at } : undefined);
    },
    end: () => setTyped(undefined),
  };
}

export const isTypable = (node: { readonly kind: string }): node is TypedBlock =>
  node.kind === "button" || (node.kind === "text" && "html" in node && isRichText(String(node.html)));
