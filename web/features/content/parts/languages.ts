import { useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { partsMessages } from "./messages.ts";

/** Languages to choose from; another one that is set already stays among them. */
export function useLanguageOptions(current?: string | null): { value: string; label: string }[] {
  const { languages } = useMessages(partsMessages);
  const options = optionsOf(languages);
  const isOther = current !== undefined && current !== null && current !== "" && !(current in languages);
  return isOther ? [...options, { value: current, label: current }] : options;
}
