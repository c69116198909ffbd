import { Button } from "@mantine/core";
import { useChange } from "../../../../api/queries.ts";
import { useCan } from "../../../../api/session.tsx";
import { useBrandSettings } from "../../../../editor/use-brand-settings.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconPlus } from "../../../../ui/icons.ts";
import { useToasts } from "../../../../ui/state/toasts.tsx";
import { useAutomationEditor } from "../editor-context.ts";
import { configureNode } from "../model/changes.ts";
import type { GraphNode } from "../model/graph.ts";
import { emailContentMessages } from "./email-content-messages.ts";
import { asText, withProperty } from "./field-props.ts";
import classes from "./panel.module.css";

/** For a step without a template: an empty one of blocks in the brand of the shop. */
export function NewEmail({ node }: { node: GraphNode }) {
  const t = useMessages(emailContentMessages);
  const toast = useToasts();
  const can = useCan();
  const { data, grammar, graph, canEdit, change } = useAutomationEditor();
  const { shopId, name } = data.automation;
  const loadBrand = useBrandSettings(shopId);
  const create = useChange("POST /templates", {
    refresh: ["GET /templates", "GET /automations/{automation_id}/editor"],
    onDone: ({ id }) => change(configureNode(grammar, graph, node.id, withProperty(node.config, "templateId", id))),
    onFailed: (error) => toast.failed(error),
  });
  if (!canEdit || !can("content", "full")) return null;
  const add = async () => {
    const subject = asText(node.config["subject"]).trim();
    create.mutate({
      body: {
        name: findFreeName(
          subject === "" ? name : `${name}: ${subject}`,
          data.templates.map((one) => one.name),
        ),
        shopId,
        ...(subject === "" ? {} : { subject }),
        kind: "blocks",
        blocks: { settings: await loadBrand(), sections: [] },
      },
    });
  };
  return (
    <div className={classes["content"]}>
      <p className={classes["note"]}>{t.none}</p>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} />}
        loading={create.isPending}
        onClick={() => void add()}
      >
        {t.add}
      </Button>
    </div>
  );
}

const maxLength = 200;

/** The name, with a number where another template has it. */
function findFreeName(wanted: string, taken: readonly string[]): string {
  const isTaken = new Set(taken.map((name) => name.toLowerCase()));
  const candidates = taken.map((_name, index) => `${wanted.slice(0, maxLength - 5)} ${index + 2}`);
  return [wanted.slice(0, maxLength), ...candidates].find((name) => !isTaken.has(name.toLowerCase())) ?? wanted;
}
