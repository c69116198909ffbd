import { Checkbox, Stack } from "@mantine/core";
import { Controller, type Control, type FieldValues, type Path } from "react-hook-form";
import { roles, type Role } from "../../../src/kernel/access.ts";
import { useWords } from "../../i18n/words.tsx";
import { uiWords } from "../../ui/words.ts";
import { peopleWords } from "./words.ts";

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
  const ui = useWords(uiWords);
  const t = useWords(peopleWords);
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
  const ui = useWords(uiWords);
  return (held) => held.map((role) => ui.roles[role]).join(", ");
}
