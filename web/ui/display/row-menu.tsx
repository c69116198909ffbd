import { ActionIcon, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { IconDots, IconPencil, IconTrash } from "../icons.ts";

type ActionText = { readonly label: string; readonly icon?: ReactNode; readonly isDestructive?: boolean };
/** A file: saved under the name of `download`, or opened in a new tab. */
type ActionFile = { readonly href: string; readonly download?: string };

export type RowAction = ActionText & ({ readonly onClick: () => void } | { readonly file: ActionFile });

export const editAction = (label: string, onClick: () => void): RowAction => ({
  label,
  icon: <IconPencil size={16} />,
  onClick,
});

export const removeAction = (label: string, onClick: () => void): RowAction => ({
  label,
  icon: <IconTrash size={16} />,
  isDestructive: true,
  onClick,
});

type Props = {
  readonly label: string;
  /** An action that does not apply is `false`. */
  readonly actions: readonly (RowAction | false)[];
  /** Beside the buttons of a page's head instead of in a row. */
  readonly isInHead?: boolean;
  readonly isBusy?: boolean;
};

/** The actions of a row or of a page; the label names what they act on. */
export const RowMenu = ({ label, actions, isInHead = false, isBusy = false }: Props) => (
  <Menu>
    <Menu.Target>
      <ActionIcon aria-label={label} loading={isBusy} {...(isInHead ? { variant: "default", size: 34 } : {})}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {actions.map((action) => action !== false && <Item key={action.label} {...action} />)}
    </Menu.Dropdown>
  </Menu>
);

function Item({ label, icon, isDestructive = false, ...act }: RowAction) {
  const appearance = { leftSection: icon, ...(isDestructive ? { color: "red" } : {}) };
  if ("onClick" in act)
    return (
      <Menu.Item {...appearance} onClick={act.onClick}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu.Item
      {...appearance}
      {...(act.file.download === undefined ? { target: "_blank", rel: "noreferrer" } : {})}
      {...act.file}
      component="a"
    >
      {label}
    </Menu.Item>
  );
}
