import type { FieldValues } from "react-hook-form";
import { useFormats } from "../../i18n/messages.tsx";
import { SelectField } from "./choice-fields.tsx";
import type { FieldProps } from "./form.tsx";

const languages = "cs sk en de pl hu ro bg hr sl sr uk ru fr it es pt nl da sv nb fi et lv lt el tr".split(" ");

const countries = (
  "CZ SK PL DE AT HU RO BG HR SI RS UA FR IT ES PT NL BE LU DK SE NO FI EE LV LT IE GB CH LI GR CY MT TR " +
  "BA ME MK AL MD IS US CA MX BR AR AU NZ JP KR CN IN IL AE ZA"
).split(" ");

/** Codes with their names in the language of the app, sorted by name; a stored code that is not listed is added. */
function useCodeOptions(type: "language" | "region", codes: readonly string[], current: string) {
  const { language } = useFormats();
  const names = new Intl.DisplayNames([language], { type, fallback: "code" });
  const all = current === "" || codes.includes(current) ? codes : [current, ...codes];
  return all
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));
}

export function LanguageField<Values extends FieldValues>(props: FieldProps<Values>) {
  const options = useCodeOptions("language", languages, props.form.watch(props.name));
  return <SelectField {...props} options={options} isSearchable />;
}

export function CountryField<Values extends FieldValues>(props: FieldProps<Values>) {
  const options = useCodeOptions("region", countries, props.form.watch(props.name));
  return <SelectField {...props} options={options} isSearchable isClearable={props.isOptional ?? false} />;
}
