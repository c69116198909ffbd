import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Facts } from "../../../ui/display/card.tsx";
import { CodeBlock } from "../../../ui/display/code-block.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { endpointsMessages } from "./messages.ts";
import classes from "../webhooks.module.css";

/** The request and the answer to the last attempt. */
export function DeliveryDetail({ endpointId, deliveryId }: { endpointId: string; deliveryId: string }) {
  const { deliveries: t } = useMessages(endpointsMessages);
  const { dateTime, number } = useFormats();
  const params = { endpoint_id: endpointId, delivery_id: deliveryId };
  const found = useQuery(read("GET /webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}", { params }));
  const { data, error, refetch } = found;
  if (data === undefined) return <WaitingCard error={error} what={t.title} onRetry={refetch} />;
  const { state, attempts, calledAt, status, request, answer } = data;
  const parts = [
    [t.requestHeaders, headerLines(request.headers)],
    [t.request, readable(request.body)],
    [t.answerHeaders, headerLines(answer.headers)],
    [t.answer, answer.body ?? ""],
  ] as const;
  return (
    <div className={classes["detail"]}>
      <Facts
        items={[
          [t.columns.state, t.states[state]],
          [t.columns.attempts, number(attempts)],
          [t.called, calledAt === null ? t.none : dateTime(calledAt)],
          [t.columns.answer, status ?? t.none],
        ]}
      />
      {parts.map(
        ([name, code]) =>
          code !== "" && (
            <section key={name}>
              <h3>{name}</h3>
              <CodeBlock name={name} code={code} />
            </section>
          ),
      )}
    </div>
  );
}

const headerLines = (headers: Readonly<Record<string, unknown>> | null): string =>
  Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join("\n");

/** The body is JSON of our own. */
const readable = (body: string): string => (body === "" ? "" : JSON.stringify(JSON.parse(body), null, 2));
