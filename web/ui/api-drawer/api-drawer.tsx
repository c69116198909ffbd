import { Anchor, Drawer } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { currentTenant } from "../../api/client.ts";
import type { ReadOperation } from "../../api/operations.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { CopyButton } from "../display/copy-button.tsx";
import { uiMessages } from "../messages.ts";
import { toCurl, type ApiCall } from "./curl.ts";
import classes from "./api-drawer.module.css";

type Props = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What every page asks for, whatever it shows. */
  readonly frameCalls: readonly ReadOperation[];
};

/** The calls of the page, from the caches of queries and changes; those of the frame come last. */
export function ApiDrawer({ isOpen, onClose, frameCalls }: Props) {
  const t = useMessages(uiMessages);
  return (
    <Drawer opened={isOpen} onClose={onClose} title={t.api.title} closeButtonProps={{ "aria-label": t.close }}>
      <p className={classes["intro"]}>{t.api.intro}</p>
      {isOpen && <Calls frameCalls={frameCalls} />}
      <Anchor href="/docs" target="_blank" size="sm">
        {t.api.reference}
      </Anchor>
    </Drawer>
  );
}

function Calls({ frameCalls }: Pick<Props, "frameCalls">) {
  const t = useMessages(uiMessages);
  const isOfFrame = ({ operation }: ApiCall) => frameCalls.some((known) => known === operation);
  const calls = usePageCalls().toSorted((one, other) => Number(isOfFrame(one)) - Number(isOfFrame(other)));
  if (calls.length === 0) return <p className={classes["intro"]}>{t.api.none}</p>;
  return calls.map((call, index) => {
    const command = toCurl(call, location.origin, currentTenant());
    return (
      <div key={command} className={classes["call"]}>
        <div className={classes["head"]}>
          <code>{call.operation}</code>
          <CopyButton text={command} name={call.operation} />
        </div>
        <pre tabIndex={0} role="region" aria-label={`${call.operation} (${index + 1})`}>
          {command}
        </pre>
      </div>
    );
  });
}

function usePageCalls(): ApiCall[] {
  const client = useQueryClient();
  const reads = client
    .getQueryCache()
    .findAll({ type: "active" })
    .map(({ queryKey: [operation, input] }) => ({ operation: String(operation), input: Object(input ?? {}) }));
  const changes = client
    .getMutationCache()
    .getAll()
    .filter(({ state }) => state.status === "success")
    .map(({ options, state }) => ({
      operation: String(options.mutationKey?.[0]),
      input: Object(state.variables ?? {}),
    }));
  // Operations of the own sign-in start with /api/; no key can call them.
  return [...reads, ...changes].filter(({ operation }) => operation.includes(" /") && !operation.includes(" /api/"));
}
