import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { send } from "../../../../api/client.ts";
import type { OutputOf } from "../../../../api/operations.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { asRecord } from "./field-props.ts";
import { fieldMessages } from "./field-messages.ts";
import classes from "./panel.module.css";

type Resolved = OutputOf<"POST /automations/resolve-time">;

const pause = 400;

/** "Who comes now goes on …", for a date of the contact who has it today; nothing while the specification is not complete. */
export function ResolvedTime({ spec, isDeadline }: { spec: unknown; isDeadline: boolean }) {
  const t = useMessages(fieldMessages);
  const { dateTime, weekday } = useFormats();
  const [asked] = useDebouncedValue(spec, pause);
  const isOfContact = asRecord(asked)["kind"] === "field";
  const { data } = useQuery({
    queryKey: ["resolve-time", asked, isDeadline],
    queryFn: ({ signal }) =>
      send<Resolved>(
        "POST /automations/resolve-time",
        { body: { spec: asked, place: isDeadline ? "condition" : "wait" } },
        { signal },
      ),
    retry: false,
  });
  if (data === undefined || asked !== spec) return null;
  const when = `${weekday(data.at)} ${dateTime(data.at)}`;
  return <p className={classes["note"]}>{isOfContact ? t.whoToday(when) : t.who(when)}</p>;
}
