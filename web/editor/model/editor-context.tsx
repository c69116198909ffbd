import { createContext, use } from "react";
import { completeLook, type Look } from "./look.ts";
import type { Block, EmailDocument, Part } from "./document.ts";

/** What the parts of the visual editor share. */
export type Editor = {
  readonly document: EmailDocument;
  /** A page is for every visitor: nothing in it depends on a contact. */
  readonly medium: "email" | "page";
  /** The shop whose brand the e-mail can take. */
  readonly shopId: string | null;
  readonly selectedId: string | undefined;
  readonly select: (id: string | undefined) => void;
  /** `what` names the edited field: changes of the same one in a row are one step of undo. */
  readonly update: (change: (document: EmailDocument) => EmailDocument, what?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Fields that keep their own state start again when it grows. */
  readonly revision: number;
  readonly canEdit: boolean;
  /** On a phone blocks can be edited, but not added and moved. */
  readonly canArrange: boolean;
  /** What is being dragged, from the palette, the structure or the canvas. */
  readonly dragged: () => Part | Block | undefined;
  readonly drag: (node: Part | Block | undefined) => void;
};

const EditorContext = createContext<Editor | undefined>(undefined);

export const EditorProvider = EditorContext.Provider;

/** How the e-mail looks where a block says nothing. */
export const useLook = (): Look => completeLook(useEditor().document);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (editor === undefined) throw new Error("a part of the editor is shown outside it");
  return editor;
}
