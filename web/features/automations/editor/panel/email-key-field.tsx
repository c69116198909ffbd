import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useReadableText } from "../../../../ui/names/merge-tags.ts";
import { readNodes } from "../../detail/graph-rows.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { asText, type FieldProps } from "./field-props.ts";
import { fieldMessages } from "./field-messages.ts";
import { useNodeConfig } from "./shown-node.ts";
import { useFieldInput } from "./use-field-input.ts";

/** Chooses an e-mail of the automation that the step names, by its subject. A key that is not there is shown as it is. */
export function EmailKeyField(props: FieldProps<"email">) {
  const t = useMessages(fieldMessages);
  const input = useFieldInput(props);
  const readable = useReadableText();
  const { data, graph } = useAutomationEditor();
  const automation_id = asText(useNodeConfig()["automationId"]);
  const isOwn = automation_id === data.automation.id;
  const query = read("GET /automations/{automation_id}", { params: { automation_id } });
  const { data: other } = useQuery({ ...query, enabled: automation_id !== "" && !isOwn });
  const nodes = isOwn ? graph.nodes : other === undefined ? [] : readNodes(other.graph);
  const emails = nodes
    .filter(({ type }) => type === "email")
    .map(({ id, config }) => ({ value: id, label: readable(asText(config["subject"])) || id }));
  const key = asText(props.value);
  const options = key === "" || emails.some(({ value }) => value === key) ? emails : [...emails, toOption(key)];
  return (
    <Select
      {...input}
      disabled={input.disabled || options.length === 0}
      data={options}
      value={key || null}
      onChange={(next) => props.onChange(next ?? undefined)}
      placeholder={automation_id === "" ? t.automationFirst : t.everyEmail}
      nothingFoundMessage={t.nothingFound}
      clearable
    />
  );
}

const toOption = (key: string) => ({ value: key, label: key });
