import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { UnknownAddresses } from "../../../ui/unknown/unknown-addresses.tsx";
import { UnknownCallout } from "../../../ui/unknown/unknown-callout.tsx";
import { unknownMessages } from "../../../ui/unknown/messages.ts";
import { formsMessages } from "../messages.ts";

/** Confirmations, reminders and welcome e-mails of the form with an unknown outcome. */
export function UnknownEmails({ formId }: { formId: string }) {
  const t = useMessages(unknownMessages);
  const { emailKinds } = useMessages(formsMessages);
  const can = useCan();
  const toast = useToasts();
  const params = { form_id: formId };
  const { data } = useQuery(read("GET /forms/{form_id}/unknown", { params, query: { pageSize: 100 } }));
  const decide = useChange("POST /forms/{form_id}/unknown", {
    refresh: ["GET /forms/{form_id}/unknown"],
    onDone: ({ messages }) => toast.done(t.decided(messages)),
    onFailed: (error) => toast.failed(error),
  });
  if (data === undefined || data.total === 0) return null;
  const addresses = data.items.map(({ email, kind, at }) => ({ email, note: emailKinds[kind], at }));
  return (
    <UnknownCallout
      count={data.total}
      canDecide={can("content", "full")}
      canSendAgain
      isBusy={decide.isPending}
      onDecide={(decision) => decide.mutateAsync({ params, body: { decision } })}
      show={<UnknownAddresses total={data.total} addresses={addresses} />}
    />
  );
}
