import { ActionIcon, Tooltip } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useFormats, useMessages } from "../i18n/messages.tsx";
import { IconTrash } from "../ui/icons.ts";
import { rulesMessages } from "./messages.ts";
import type { Builder } from "./use-builder.ts";
import { isComplete, withChanges } from "./parts.ts";
import { RulePart } from "./rule-part.tsx";
import { ruleMessages } from "./rule-messages.ts";
import { sentences } from "./sentences.ts";
import type { RuleNode } from "./tree.ts";
import { useRuleCount } from "./use-live-preview.ts";
import classes from "./rules.module.css";

/** A rule as a sentence, with the number of contacts that it matches alone. */
export function RuleRow({ node, builder }: { node: RuleNode; builder: Builder }) {
  const t = useMessages(rulesMessages);
  const rules = useMessages(ruleMessages);
  const row = useRef<HTMLLIElement>(null);
  const { values } = node;
  const refused = builder.rejection?.key === node.key ? builder.rejection.property : undefined;
  const isNew = builder.newKey === node.key;
  useEffect(() => {
    if (isNew) row.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [isNew]);
  return (
    <li ref={row} className={classes["rule"]} data-refused={refused !== undefined || undefined}>
      <div className={classes["sentence"]}>
        {sentences[values.type](values, rules, builder.sources).map((part, index) => (
          <RulePart
            key={part.kind === "word" ? `word${index}` : `${part.property}${part.kind}${index}`}
            part={part}
            refused={refused}
            onChange={(changes) => builder.changeRule(node.key, withChanges(values, changes))}
          />
        ))}
      </div>
      <RuleCount node={node} shopId={builder.shopId} />
      <Tooltip label={t.removeRule}>
        <ActionIcon
          size={28}
          aria-label={`${t.removeRule}: ${rules.subjects[values.type]}`}
          onClick={() => {
            // The focus would be lost with the row.
            row.current?.closest("[role=group]")?.querySelector<HTMLElement>("[data-add]")?.focus();
            builder.remove(node.key);
          }}
        >
          <IconTrash size={15} />
        </ActionIcon>
      </Tooltip>
      {refused !== undefined && (
        <p className={classes["refused"]} role="alert">
          {describeRejection(refused, t)}
        </p>
      )}
    </li>
  );
}

function RuleCount({ node, shopId }: { node: RuleNode; shopId: string }) {
  const t = useMessages(rulesMessages);
  const { number } = useFormats();
  const { matched, isCounting } = useRuleCount(shopId, node.values);
  if (!isComplete(node.values)) return <span className={classes["unfinished"]}>{t.unfinished}</span>;
  return (
    <span
      className={classes["count"]}
      data-counting={isCounting || undefined}
      aria-label={matched === undefined ? t.counting : t.contacts(matched)}
    >
      {matched === undefined ? "…" : number(matched)}
    </span>
  );
}

type RejectionMessages = { readonly refused: Readonly<Record<string, string>>; readonly refusedValue: string };

export const describeRejection = (property: string, { refused, refusedValue }: RejectionMessages): string =>
  refused[property] ?? refusedValue;
