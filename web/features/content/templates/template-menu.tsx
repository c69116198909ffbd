import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { IconArchive, IconArchiveOff, IconCopy, IconSettings } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { DeleteTemplateDialog } from "./delete-template-dialog.tsx";
import { TemplateSettingsDialog } from "./template-settings-dialog.tsx";
import { templatesMessages } from "./messages.ts";
import type { TemplateRow } from "./template-row.ts";

const refresh = ["GET /templates", "GET /templates/{template_id}"] as const;

/** The acts on a template, in the grid and in the editor. */
export function TemplateMenu({ template, isInside = false }: { template: TemplateRow; isInside?: boolean }) {
  const t = useMessages(templatesMessages);
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
    onFailed: (error) => toast.failed(error, error.is("conflict used") ? t.archiveUsed : undefined),
    onDone: () => toast.done(t.archivedDone, { onUndo: () => unarchive.mutate({ params }) }),
  });
  const unarchive = useChange("POST /templates/{template_id}/unarchive", {
    refresh,
    onFailed,
    onDone: () => toast.done(t.unarchivedDone),
  });
  return (
    <>
      <RowMenu
        isInHead={isInside}
        label={t.menu(template.name)}
        actions={[
          { label: t.settings, icon: <IconSettings size={16} />, onClick: () => setOpen("settings") },
          { label: t.duplicate, icon: <IconCopy size={16} />, onClick: () => duplicate.mutate({ params, body: {} }) },
          template.archived
            ? { label: t.unarchive, icon: <IconArchiveOff size={16} />, onClick: () => unarchive.mutate({ params }) }
            : { label: t.archive, icon: <IconArchive size={16} />, onClick: () => archive.mutate({ params }) },
          removeAction(t.delete, () => setOpen("delete")),
        ]}
      />
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
