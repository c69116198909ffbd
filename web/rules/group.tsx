import { ActionIcon, Button, Menu, Select, Tooltip } from "@mantine/core";
import { Fragment } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { IconCornerDownRight, IconPlus, IconTrash } from "../ui/icons.ts";
import { rulesMessages } from "./messages.ts";
import { kindGroups } from "./parts.ts";
import { describeRejection, RuleRow } from "./rule-row.tsx";
import { ruleMessages } from "./rule-messages.ts";
import { isGroup, maxLevels, type GroupNode } from "./tree.ts";
import type { Builder } from "./use-builder.ts";
import classes from "./rules.module.css";

type GroupProps = { readonly group: GroupNode; readonly builder: Builder; readonly level?: number };

/** Rules and groups joined by one word. The outermost group is the card itself. */
export function Group({ group, builder, level = 1 }: GroupProps) {
  const t = useMessages(rulesMessages);
  const refused = builder.rejection?.key === group.key ? builder.rejection.property : undefined;
  const joint = group.match === "all" ? t.and : t.or;
  return (
    <div className={classes["group"]} data-nested={level > 1 || undefined} role="group" aria-label={t.groupOf(level)}>
      <GroupHead group={group} builder={builder} level={level} />
      <ul className={classes["nodes"]}>
        {group.nodes.map((node, index) => (
          <Fragment key={node.key}>
            {index > 0 && (
              <li className={classes["joint"]} aria-hidden="true">
                {joint}
              </li>
            )}
            {isGroup(node) ? (
              <li>
                <Group group={node} builder={builder} level={level + 1} />
              </li>
            ) : (
              <RuleRow node={node} builder={builder} />
            )}
          </Fragment>
        ))}
      </ul>
      {refused !== undefined && (
        <p className={classes["refused"]} role="alert">
          {describeRejection(refused, t)}
        </p>
      )}
      <div className={classes["add"]}>
        <AddRule group={group} builder={builder} />
        {level < maxLevels && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconCornerDownRight size={15} />}
            onClick={() => builder.addGroup(group.key)}
          >
            {t.addGroup}
          </Button>
        )}
      </div>
    </div>
  );
}

function GroupHead({ group, builder, level }: Required<GroupProps>) {
  const t = useMessages(rulesMessages);
  return (
    <div className={classes["groupHead"]}>
      <b>{t.matches}</b>
      <Select
        size="xs"
        w={140}
        aria-label={t.match}
        data={[
          { value: "all", label: t.matchAll },
          { value: "any", label: t.matchAny },
        ]}
        value={group.match}
        onChange={(match) => builder.changeMatch(group.key, match === "any" ? "any" : "all")}
        allowDeselect={false}
      />
      <span>{t.ofThese}</span>
      {level === 1 ? (
        <span className={classes["countHead"]}>{t.countHead}</span>
      ) : (
        <Tooltip label={t.removeGroup}>
          <ActionIcon
            className={classes["removeGroup"] ?? ""}
            size={28}
            aria-label={t.removeGroup}
            onClick={() => builder.remove(group.key)}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

function AddRule({ group, builder }: { group: GroupNode; builder: Builder }) {
  const t = useMessages(rulesMessages);
  const rules = useMessages(ruleMessages);
  const isOffered = (kind: string) => kind !== "custom_field" || builder.sources.customFields.length > 0;
  return (
    <Menu position="bottom-start" width={220} returnFocus={false}>
      <Menu.Target>
        <Button variant="subtle" size="xs" leftSection={<IconPlus size={15} />} disabled={!builder.canAdd} data-add>
          {t.addRule}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(kindGroups).map(([name, kinds]) => (
          <Fragment key={name}>
            <Menu.Label>{t.kindGroups[name === "mail" || name === "orders" ? name : "people"]}</Menu.Label>
            {kinds.filter(isOffered).map((kind) => (
              <Menu.Item key={kind} onClick={() => builder.addRule(group.key, kind)}>
                {rules.subjects[kind]}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
