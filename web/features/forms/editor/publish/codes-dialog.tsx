import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../../api/operations.ts";
import { read, useChange } from "../../../../api/queries.ts";
import { useCan } from "../../../../api/session.tsx";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { Callout } from "../../../../ui/display/callout.tsx";
import { CopyButton } from "../../../../ui/display/copy-button.tsx";
import { QrCode } from "../../../../ui/display/qr-code.tsx";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { IconRefresh } from "../../../../ui/icons.ts";
import { useToasts } from "../../../../ui/state/toasts.tsx";
import { Waiting } from "../../../../ui/state/waiting.tsx";
import { optionsOf } from "../../../../ui/choices/options.ts";
import { useShops } from "../../../../ui/choices/use-choices.ts";
import { uiMessages } from "../../../../ui/messages.ts";
import { describeFailure } from "../../../../ui/state/failure.tsx";
import type { FormRow } from "../../appearance.ts";
import { publishMessages } from "./messages.ts";
import classes from "../editor.module.css";

const ways = ["line", "wordpress", "shoptet", "gtm"] as const;
type Way = (typeof ways)[number];

/** Tag Manager keeps only scripts, so it gets one that adds the element. */
const gtmCode = (url: string): string =>
  `<script>(function(){var s=document.createElement("script");s.src=${JSON.stringify(`${url}.js`)};s.async=true;document.head.appendChild(s)})()</script>`;

type Props = { readonly form: FormRow; readonly isOpen: boolean; readonly onClose: () => void };

/** How the form gets to the web site: codes for the usual systems, a QR code, and whether the site has the script. */
export function CodesDialog({ form, isOpen, onClose }: Props) {
  const t = useMessages(publishMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.codesTitle} width={640}>
      <Codes form={form} />
    </FormDialog>
  );
}

function Codes({ form: { id, url, kind, shopId, status } }: { form: FormRow }) {
  const t = useMessages(publishMessages);
  const [way, setWay] = useState<Way>("line");
  const { data, error, refetch } = useQuery(read("GET /forms/{form_id}/embed", { params: { form_id: id } }));
  if (data === undefined) return <Waiting error={error} onRetry={refetch} />;
  const code = way === "gtm" ? gtmCode(url) : data.script;
  return (
    <div className={classes["options"]}>
      {status === "inactive" && <Callout tone="warn">{t.notPublished}</Callout>}
      <div className={classes["ways"]}>
        <SegmentedControl
          aria-label={t.way}
          value={way}
          data={optionsOf(t.ways)}
          onChange={(chosen) => setWay(ways.find((one) => one === chosen) ?? "line")}
        />
      </div>
      <ol className={classes["steps"]}>
        {t.steps[way].split("\n").map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div>
        <pre className={classes["code"]} tabIndex={0} role="region" aria-label={t.code}>
          {code}
        </pre>
      </div>
      <CopyButton text={code} name={t.code} withLabel />
      {way === "gtm" && kind === "classic" && <p className={classes["hint"]}>{t.gtmInline}</p>}
      <SiteCheck formId={id} shopId={shopId} />
      <div className={classes["qr"]}>
        <QrCode text={url} label={t.qr} size={128} />
        <div>
          <p className={classes["text"]}>{t.qrText}</p>
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        </div>
      </div>
    </div>
  );
}

type FoundProps = Pick<OutputOf<"GET /site-script">["items"][number], "found" | "foundFormIds" | "checkedAt"> & {
  readonly formId: string;
};

/** What the last check of a page found: the code of this form, the site script, or nothing. */
function useFinding({ found, foundFormIds, checkedAt, formId }: FoundProps): string {
  const t = useMessages(publishMessages);
  const { ago } = useFormats();
  if (checkedAt === null) return t.neverChecked;
  if (foundFormIds.includes(formId)) return t.foundCode(ago(checkedAt));
  return found ? t.found(ago(checkedAt)) : t.notFound;
}

/** Whether a page of the shop has the form; the site script can show it without a code of its own. */
function SiteCheck({ formId, shopId }: { formId: string; shopId: string }) {
  const can = useCan();
  const { data } = useQuery({ ...read("GET /site-script"), enabled: can("settings") });
  const { shops } = useShops();
  const script = data?.items.find((one) => one.shopId === shopId);
  const shop = shops.find(({ id }) => id === shopId);
  if (script === undefined || shop === undefined) return null;
  return <SiteFinding script={script} formId={formId} shopUrl={shop.url} />;
}

type SiteFindingProps = {
  readonly script: OutputOf<"GET /site-script">["items"][number];
  readonly formId: string;
  readonly shopUrl: string | null;
};

function SiteFinding({ script, formId, shopUrl }: SiteFindingProps) {
  const t = useMessages(publishMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const can = useCan();
  const [url, setUrl] = useState(shopUrl ?? "");
  const [problem, setProblem] = useState<string>();
  const onFailed = (error: unknown) => toast.failed(error);
  const params = { shop_id: script.shopId };
  const update = useChange("PATCH /site-script/{shop_id}", { refresh: ["GET /site-script"], onFailed });
  const check = useChange("POST /site-script/{shop_id}/check", {
    refresh: ["GET /site-script"],
    onDone: ({ error }) => setProblem(error === null ? undefined : t.unreachable),
    onFailed: (failure) => setProblem(failure.is("validation url") ? t.otherHost : describeFailure(failure, ui)),
  });
  const finding = useFinding({ ...script, formId });
  const { found, foundFormIds, enabled, formIds } = script;
  const isShown = enabled && formIds.includes(formId);
  const canChange = can("settings", "full");
  if (shopUrl === null) return <Callout tone="accent">{t.noShopUrl}</Callout>;
  return (
    <Callout tone={foundFormIds.includes(formId) || found ? "good" : "accent"}>
      <p>
        {problem === undefined ? finding : t.notChecked} {isShown && found ? t.shownBySite : ""}
      </p>
      {canChange && (
        <div className={classes["check"]}>
          <TextInput
            type="url"
            label={t.checkedPage}
            value={url}
            error={problem}
            onChange={(event) => {
              setUrl(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
          <Button
            variant="default"
            leftSection={<IconRefresh size={15} />}
            loading={check.isPending}
            onClick={() => check.mutate({ params, body: url.trim() === "" ? {} : { url: url.trim() } })}
          >
            {t.check}
          </Button>
        </div>
      )}
      {found && !isShown && canChange && (
        <Button
          variant="subtle"
          size="xs"
          loading={update.isPending}
          onClick={() => update.mutate({ params, body: { enabled: true, formIds: [...formIds, formId] } })}
        >
          {t.showBySite}
        </Button>
      )}
    </Callout>
  );
}
