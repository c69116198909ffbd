import { Button } from "@mantine/core";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconPhoto } from "../../ui/icons.ts";
import { FilePicker } from "../files/file-picker.tsx";
import { LineField } from "./fields.tsx";
import { propertyMessages } from "./messages.ts";
import classes from "./properties.module.css";

/** An image from the files, or by its address. */
export function PictureField({
  label,
  src,
  onChange,
}: {
  label: string;
  src: string;
  onChange: (src: string) => void;
}) {
  const t = useMessages(propertyMessages);
  const [isPicking, setPicking] = useState(false);
  return (
    <div>
      <p className={classes["label"]}>{label}</p>
      <div className={classes["picture"]}>
        {/^https?:/.test(src) && <img src={src} alt="" />}
        <Button variant="default" leftSection={<IconPhoto size={16} />} onClick={() => setPicking(true)}>
          {t.pickFile}
        </Button>
      </div>
      <LineField label={t.imageAddress} value={src} onChange={(address = "") => onChange(address.trim())} hasTags />
      <FilePicker isOpen={isPicking} onClose={() => setPicking(false)} onPick={({ url }) => onChange(url)} />
    </div>
  );
}
