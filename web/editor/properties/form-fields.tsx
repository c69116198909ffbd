import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { namedOptions } from "../../ui/choices/options.ts";
import { useEditor } from "../model/editor-context.tsx";
import { ColorField, LineField, Pair } from "./fields.tsx";
import type { BlockFieldsProps } from "./block-fields-props.ts";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

/** A page shows the form itself, an e-mail a button that leads to it. */
export function FormFields({ block, change }: BlockFieldsProps<"form">) {
  const t = useMessages(propertyMessages);
  const { medium } = useEditor();
  const { data } = useQuery(read("GET /forms", { query: { pageSize: 100, sort: "name" } }));
  const forms = data?.items ?? [];
  const shown = forms.find(({ id }) => id === block.formId);
  return (
    <>
      <Select
        label={t.form}
        value={shown?.id ?? null}
        data={namedOptions(forms)}
        allowDeselect={false}
        onChange={(id) => {
          const form = forms.find((one) => one.id === id);
          if (form !== undefined) change({ formId: form.id, href: form.url });
        }}
      />
      {data !== undefined && forms.length === 0 && <p className={classes["note"]}>{t.noForm}</p>}
      {shown?.status === "inactive" && <p className={classes["note"]}>{t.formInactive}</p>}
      {medium === "email" && (
        <>
          <LineField label={t.buttonLabel} value={block.label} onChange={(label = "") => change({ label })} />
          <Pair>
            <ColorField
              label={t.colors.buttonColor}
              value={block.buttonColor}
              onChange={(buttonColor) => change({ buttonColor })}
            />
            <ColorField
              label={t.colors.buttonTextColor}
              value={block.buttonTextColor}
              onChange={(buttonTextColor) => change({ buttonTextColor })}
            />
          </Pair>
        </>
      )}
    </>
  );
}
