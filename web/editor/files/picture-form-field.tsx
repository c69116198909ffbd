import { TextInput } from "@mantine/core";
import type { FieldValues } from "react-hook-form";
import { useMessages } from "../../i18n/messages.tsx";
import { useField, type FieldProps } from "../../ui/form/form.tsx";
import { PictureInput } from "./picture-input.tsx";
import { fileMessages } from "./messages.ts";

/** The address of a picture as a field of a form; an empty text is no picture. */
export function PictureFormField<Values extends FieldValues>({
  isFromFilesOnly = false,
  ...props
}: FieldProps<Values> & { isFromFilesOnly?: boolean }) {
  const t = useMessages(fileMessages);
  const { field, shared } = useField(props);
  const src: string = field.value ?? "";
  return (
    <PictureInput
      label={shared.label}
      hint={shared.description}
      error={shared.error}
      isDisabled={shared.disabled}
      src={src}
      onChange={field.onChange}
      pickRef={field.ref}
    >
      {isFromFilesOnly ? undefined : (
        <TextInput
          type="url"
          aria-label={t.address}
          placeholder="https://"
          autoComplete="off"
          value={src}
          onBlur={field.onBlur}
          onChange={(event) => field.onChange(event.currentTarget.value.trim())}
        />
      )}
    </PictureInput>
  );
}
