import type { Block, BlockOf } from "../model/document.ts";

export type BlockFieldsProps<Kind extends Block["kind"]> = { readonly block: BlockOf<Kind>; readonly change: Change };
/** Sets fields of the selected node; the name of the field groups changes into one step of undo. */
export type Change = (fields: object, what?: string) => void;
