import { ActionIcon, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { useChange } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconSettings, IconTrash } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { DeleteTemplateDialog } from "./delete-template-dialog.tsx";
import { TemplateSettingsDialog } from "./template-settings-dialog.tsx";
import { templatesWords } from "./words.ts";

export type TemplateRow = OutputOf<"GET /templates">["items"][number];

const refresh = ["GET /templates", "GET /templates/{template_id}"] as const;

/** The acts on a template, in the grid and in the editor. */
export function TemplateMenu({ template, isInside = false }: { template: TemplateRow; isInside?: boolean }) {
  const t = useWords(templatesWords);
  const toast = useToasts();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"settings" | "delete">();
  const params = { template_id: template.id };
  const onFailed = (error: unknown) => toast.failed(error);
  const duplicate = useChange("POST /templates/{template_id}/duplicate", {
    refresh: ["GET /templates"],
    onFailed,
    onDone: ({ id, name }) => {
      toast.done(t.duplicated(name));
      if (isInside) void navigate({ to: "/content/templates/$templateId", params: { templateId: id } });
    },
  });
  const archive = useChange("POST /templates/{template_id}/archive", {
    refresh,
    onFailed,
    onDone: () => toast.done(t.archivedDone, { onUndo: () => unarchive.mutate({ params }) }),
  });
  const unarchive = useChange("POST /templates/{template_id}/unarchive", {
    refresh,
    onFailed,
    onDone: () => toast.done(t.unarchivedDone),
  });
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon {...(isInside ? { variant: "default", size: 34 } : {})} aria-label={t.menu(template.name)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => setOpen("settings")}>
            {t.settings}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate({ params, body: {} })}>
            {t.duplicate}
          </Menu.Item>
          {template.archived ? (
            <Menu.Item leftSection={<IconArchiveOff size={16} />} onClick={() => unarchive.mutate({ params })}>
              {t.unarchive}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => archive.mutate({ params })}>
              {t.archive}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => setOpen("delete")}>
            {t.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TemplateSettingsDialog template={template} isOpen={open === "settings"} onClose={() => setOpen(undefined)} />
      <DeleteTemplateDialog
        template={template}
        isOpen={open === "delete"}
        onClose={() => setOpen(undefined)}
        onDeleted={() => isInside && void navigate({ to: "/content" })}
      />
    </>
  );
}
