import { useRef, type ReactNode } from "react";
import { TagMenu } from "./tag-menu.tsx";

type Input = HTMLInputElement & HTMLTextAreaElement;

/** The menu of data fields of the input with the label `field`; the chosen one replaces what is selected in it. */
export function useTagInsertion(field: string, text: string, onChange: (text: string) => void) {
  const input = useRef<Input>(null);
  const insert = (tag: string) => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    const start = selectionStart ?? text.length;
    onChange(`${text.slice(0, start)}${tag}${text.slice(selectionEnd ?? start)}`);
  };
  const rightSection: ReactNode = <TagMenu field={field} isSmall onChoose={insert} />;
  return { ref: input, rightSection };
}
