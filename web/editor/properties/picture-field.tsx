import { useMessages } from "../../i18n/messages.tsx";
import { PictureInput } from "../files/picture-input.tsx";
import { fileMessages } from "../files/messages.ts";
import { LineField } from "./fields.tsx";

type Props = { readonly label: string; readonly src: string; readonly onChange: (src: string) => void };

/** A picture of a block; its address may contain data fields. */
export function PictureField({ label, src, onChange }: Props) {
  const t = useMessages(fileMessages);
  return (
    <PictureInput label={label} src={src} onChange={onChange}>
      <LineField label={t.address} value={src} onChange={(address = "") => onChange(address.trim())} hasTags />
    </PictureInput>
  );
}
