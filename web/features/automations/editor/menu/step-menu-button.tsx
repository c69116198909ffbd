import { Button, Popover } from "@mantine/core";
import type { ReactNode } from "react";
import { useAutomationEditor } from "../editor-context.ts";
import { StepMenu } from "./step-menu.tsx";
import classes from "./menu.module.css";

/** Adds a trigger. */
export function StepMenuButton({ icon, label }: { icon: ReactNode; label: string }) {
  const { menuAt, openMenu } = useAutomationEditor();
  const isOpen = menuAt === "trigger";
  const close = () => openMenu(undefined);
  return (
    <Popover opened={isOpen} onChange={close} width={300} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={icon} onClick={() => openMenu(isOpen ? undefined : "trigger")}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes["dropdown"] ?? ""} aria-label={label}>
        {isOpen && <StepMenu place="trigger" onDone={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}
