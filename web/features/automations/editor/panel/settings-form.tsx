import { Fragment, useEffect, useMemo, useRef } from "react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useAutomationEditor } from "../editor-context.ts";
import { configureNode } from "../model/changes.ts";
import type { GraphNode } from "../model/graph.ts";
import { CouponCodes } from "./coupon-codes.tsx";
import { EmailContent } from "./email-content.tsx";
import { Field } from "./field.tsx";
import { asText, withProperty } from "./field-props.ts";
import { readFields } from "./field-shape.ts";
import { fieldMessages } from "./field-messages.ts";
import { EmailFigures } from "./tabs/email-figures.tsx";
import { ShownNodeProvider } from "./shown-node.ts";
import { WebhookTrial } from "./webhook-trial.tsx";
import classes from "./panel.module.css";

/** The settings of a node, made from the grammar of its type. */
export function SettingsForm({ node }: { node: GraphNode }) {
  const t = useMessages(fieldMessages);
  const { grammar, graph, change, focusedField, revision } = useAutomationEditor();
  const form = useRef<HTMLDivElement>(null);
  const type = grammar.triggers.get(node.type) ?? grammar.steps.get(node.type);
  const fields = useMemo(() => Object.entries(readFields(type?.config ?? {})), [type]);
  useEffect(() => {
    if (focusedField === undefined) return;
    const places = [...(form.current?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
    const place =
      places.find(({ dataset }) => dataset["field"] === focusedField) ??
      places.find(({ dataset }) => focusedField.startsWith(dataset["field"] ?? "-"));
    place?.focus();
  }, [focusedField]);
  return (
    <ShownNodeProvider value={node}>
      <div className={classes["fields"]} ref={form} key={`${node.id} ${revision}`}>
        {node.type === "email" && <EmailFigures node={node.id} />}
        {fields.length === 0 && <p className={classes["note"]}>{t.noSettings}</p>}
        {fields.map(([name, shape]) => (
          <Fragment key={name}>
            <Field
              path={name}
              name={name}
              shape={shape}
              value={node.config[name]}
              isRequired={type?.required.includes(name) === true}
              onChange={(value, part = "") =>
                change(
                  configureNode(grammar, graph, node.id, withProperty(node.config, name, value)),
                  `${node.id} ${name} ${part}`,
                )
              }
            />
            {node.type === "email" && name === "templateId" && <EmailContent node={node} />}
          </Fragment>
        ))}
        {node.type === "webhook" && <WebhookTrial node={node.id} />}
        {node.type === "assign_coupon" && <CouponCodes stackId={asText(node.config["stackId"])} />}
      </div>
    </ShownNodeProvider>
  );
}
