import { SegmentedControl } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { EmailFrame } from "../../../ui/email-frame/email-frame.tsx";
import { partsMessages } from "./messages.ts";
import classes from "./parts.module.css";

/** Fields at the left, the preview at the right; below each other on a phone. */
export const EditorColumns = ({ fields, preview }: { fields: ReactNode; preview: ReactNode }) => (
  <div className={classes["columns"]}>
    <div className={classes["stack"]}>{fields}</div>
    <div className={classes["preview"]}>{preview}</div>
  </div>
);

/** The HTML as people see it, at the width of a computer or a phone. */
export function PreviewPane({ html, title, aside }: { html: string; title?: string; aside?: ReactNode }) {
  const t = useMessages(partsMessages);
  const [device, setDevice] = useState("desktop");
  return (
    <Card
      flush
      title={title ?? t.preview}
      aside={
        <span className={classes["tools"]}>
          {aside}
          <SegmentedControl
            size="xs"
            aria-label={t.device}
            value={device}
            onChange={setDevice}
            data={[
              { value: "desktop", label: t.desktop },
              { value: "phone", label: t.phone },
            ]}
          />
        </span>
      }
    >
      <div className={classes["canvas"]}>
        <div className={classes["paper"]} data-device={device}>
          <EmailFrame html={html} title={title ?? t.preview} />
        </div>
      </div>
    </Card>
  );
}
