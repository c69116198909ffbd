import { useWords } from "../../../i18n/words.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { partsWords } from "./words.ts";

/** Languages to choose from; another one that is set already stays among them. */
export function useLanguageOptions(current?: string | null): { value: string; label: string }[] {
  const { languages } = useWords(partsWords);
  const options = optionsOf(languages);
  const isOther = current !== undefined && current !== null && current !== "" && !(current in languages);
  return isOther ? [...options, { value: current, label: current }] : options;
}
