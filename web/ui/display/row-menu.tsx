import { ActionIcon, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { IconDots } from "../icons.ts";

export type RowAction = {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly isDestructive?: boolean;
  readonly onClick: () => void;
};

type Props = {
  readonly label: string;
  readonly actions: readonly RowAction[];
  /** Beside the buttons of a page's head instead of in a row. */
  readonly isInHead?: boolean;
};

/** The actions of a row or of a page; the label names what they act on. */
export const RowMenu = ({ label, actions, isInHead = false }: Props) => (
  <Menu>
    <Menu.Target>
      <ActionIcon aria-label={label} {...(isInHead ? { variant: "default", size: 34 } : {})}>
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
