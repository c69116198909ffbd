import { Checkbox, Stack } from "@mantine/core";
import { Controller, type Control, type FieldValues, type Path } from "react-hook-form";
import { roles, type Role } from "../../../src/kernel/access.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { uiMessages } from "../../ui/messages.ts";
import { roleMessages } from "./messages.ts";

/** Roles of a member or a key; each says what it may do. */
export function RoleField<Values extends FieldValues>({
  control,
  name,
  label,
  offered = roles,
}: {
  control: Control<Values>;
  name: Path<Values>;
  label: string;
  offered?: readonly Role[];
}) {
  const ui = useMessages(uiMessages);
  const t = useMessages(roleMessages);
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Checkbox.Group
          label={label}
          value={field.value}
          onChange={(value) => field.onChange(value)}
          error={fieldState.error?.message}
        >
          <Stack gap={8} mt={4}>
            {offered.map((role) => (
              <Checkbox key={role} value={role} label={ui.roles[role]} description={t.roleNotes[role]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    />
  );
}

/** The names of roles in one line. */
export function useRoleNames(): (held: readonly Role[]) => string {
  const ui = useMessages(uiMessages);
  return (held) => held.map((role) => ui.roles[role]).join(", ");
}
