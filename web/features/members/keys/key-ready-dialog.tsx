import type { OutputOf } from "../../../api/operations.ts";
import { currentTenant } from "../../../api/client.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { toCurl } from "../../../ui/api-drawer/curl.ts";
import { SecretDialog } from "../../../ui/dialog/secret-dialog.tsx";
import { Facts } from "../../../ui/display/card.tsx";
import { CodeBlock } from "../../../ui/display/code-block.tsx";
import { useRoleNames } from "../role-fields.tsx";
import { keysMessages } from "./messages.ts";
import classes from "./keys.module.css";

type Created = OutputOf<"POST /api-keys">;

export function KeyReadyDialog({ created, onDone }: { created: Created | undefined; onDone: () => void }) {
  const t = useMessages(keysMessages);
  return (
    <SecretDialog
      isOpen={created !== undefined}
      title={t.once.title(created?.name ?? "")}
      note={t.once.note}
      secret={created?.key ?? ""}
      copyLabel={t.once.copy}
      storedLabel={t.once.stored}
      onDone={onDone}
    >
      {created !== undefined && <Details created={created} />}
    </SecretDialog>
  );
}

function Details({ created }: { created: Created }) {
  const t = useMessages(keysMessages);
  const { date } = useFormats();
  const roleNames = useRoleNames();
  return (
    <>
      <p className={classes["tryIt"]}>{t.once.tryIt}</p>
      <CodeBlock
        name={t.once.tryIt}
        code={toCurl({ operation: "GET /contacts", input: {} }, location.origin, currentTenant())}
      />
      <div className={classes["facts"]}>
        <Facts
          items={[
            [t.once.rights, `${t.scopes[created.scope]}: ${roleNames(created.roles)}`],
            [t.once.expires, date(created.expiresAt)],
          ]}
        />
      </div>
    </>
  );
}
