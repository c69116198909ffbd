import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { UnknownAddresses } from "../../../ui/unknown/unknown-addresses.tsx";
import { UnknownCallout } from "../../../ui/unknown/unknown-callout.tsx";
import { unknownMessages } from "../../../ui/unknown/messages.ts";
import { readNodes } from "./graph-rows.ts";
import { useStepText } from "./step-text.ts";
import type { Editor } from "./steps-card.tsx";

/** E-mails of the automation with an unknown outcome. */
export function UnknownEmails({ editor }: { editor: Editor }) {
  const t = useMessages(unknownMessages);
  const can = useCan();
  const toast = useToasts();
  const describe = useStepText(editor);
  const nodes = readNodes(editor.automation.graph);
  const params = { automation_id: editor.automation.id };
  const { data } = useQuery(read("GET /automations/{automation_id}/unknown", { params, query: { pageSize: 100 } }));
  const decide = useChange("POST /automations/{automation_id}/unknown", {
    refresh: ["GET /automations/{automation_id}/unknown", "GET /automations/{automation_id}/report"],
    onDone: ({ messages }) => toast.done(t.decided(messages)),
    onFailed: (error) => toast.failed(error),
  });
  if (data === undefined || data.total === 0) return null;
  const titleOf = (node: string) => {
    const found = nodes.find(({ id }) => id === node);
    return found === undefined ? node : describe(found).title;
  };
  const addresses = data.items.map(({ email, node, at }) => ({ email, note: titleOf(node), at }));
  return (
    <UnknownCallout
      count={data.total}
      canDecide={can("campaigns", "full")}
      canSendAgain
      isBusy={decide.isPending}
      onDecide={(decision) => decide.mutateAsync({ params, body: { decision } })}
      show={<UnknownAddresses total={data.total} addresses={addresses} />}
    />
  );
}
