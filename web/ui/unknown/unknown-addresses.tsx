import { Button } from "@mantine/core";
import { useState } from "react";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { FormDialog } from "../dialog/form-dialog.tsx";
import { RecordName, RecordTable } from "../display/record-table.tsx";
import { unknownMessages } from "./messages.ts";

export type UnknownAddress = {
  readonly email: string;
  /** Which e-mail it is. */
  readonly note: string;
  readonly at: string;
};

/** A button that shows the addresses of messages with an unknown outcome; `total` counts also those that are not given. */
export function UnknownAddresses({ total, addresses }: { total: number; addresses: readonly UnknownAddress[] }) {
  const t = useMessages(unknownMessages);
  const { dateTime } = useFormats();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t.show(total)}
      </Button>
      <FormDialog isOpen={isOpen} onClose={() => setOpen(false)} title={t.dialog}>
        <RecordTable
          label={t.dialog}
          rows={addresses}
          rowId={({ email, note, at }) => `${email} ${note} ${at}`}
          columns={[
            {
              key: "email",
              head: t.address,
              cell: ({ email, note }) => <RecordName note={note}>{email}</RecordName>,
            },
            { key: "at", head: t.tried, cell: ({ at }) => dateTime(at), align: "end" },
          ]}
        />
        {total > addresses.length && <p>{t.more(total - addresses.length)}</p>}
      </FormDialog>
    </>
  );
}
