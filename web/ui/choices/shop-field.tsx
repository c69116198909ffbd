import { Select } from "@mantine/core";
import type { FieldValues } from "react-hook-form";
import { useMessages } from "../../i18n/messages.tsx";
import { SelectField } from "../form/choice-fields.tsx";
import type { FieldProps } from "../form/form.tsx";
import { useShownShop } from "../grid/use-grid.ts";
import { shopMessages } from "./messages.ts";
import { useShops } from "./use-choices.ts";

/** The shop of a record, none for all of them; not shown in a company with one shop. */
export function ShopField<Values extends FieldValues>(props: Omit<FieldProps<Values>, "label">) {
  const t = useMessages(shopMessages);
  const { options } = useShops();
  if (options.length < 2) return null;
  return <SelectField {...props} label={t.shop} options={options} isOptional isClearable />;
}

/** The filter by shop of a page without a grid, whose value the switcher gives. */
export function ShopSelect() {
  const t = useMessages(shopMessages);
  const { options } = useShops();
  const [shop, show] = useShownShop();
  if (options.length < 2) return null;
  return (
    <Select
      aria-label={t.shop}
      placeholder={t.all}
      data={options}
      value={shop ?? null}
      onChange={(value) => show(value ?? undefined)}
      clearable
      w={180}
    />
  );
}
