import { ActionIcon, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { IconDots } from "../icons.ts";

export type RowAction = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isDestructive?: boolean;
  readonly onClick: () => void;
};

/** The actions of a row; the label names the row. */
export const RowMenu = ({ label, actions }: { label: string; actions: readonly RowAction[] }) => (
  <Menu>
    <Menu.Target>
      <ActionIcon aria-label={label}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map((action) => (
        <Menu.Item
          key={action.label}
          leftSection={action.icon}
          {...(action.isDestructive === true ? { color: "red" } : {})}
          onClick={action.onClick}
        >
          {action.label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
