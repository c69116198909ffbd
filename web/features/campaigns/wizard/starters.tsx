import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { asFailure } from "../../../api/api-failure.ts";
import { call } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { EmailSketch, StarterThumbnail } from "../../../editor/thumbnail/email-thumbnail.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { Bar } from "../../../ui/state/loading.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import { wizardMessages } from "./wizard-messages.ts";
import classes from "./wizard.module.css";

type Starter = OutputOf<"GET /templates/starters">["items"][number];
type Template = { readonly id: string; readonly name: string };

/** A template of the starter that the visual editor can change; one of the same name is used again. */
async function createFromStarter({ key, name, language }: Starter, shopId: string): Promise<Template> {
  try {
    const { id } = await call("POST /templates", { body: { name, starter: key, language } });
    await call("POST /templates/{template_id}/convert-to-visual", { params: { template_id: id }, body: {} });
    return { id, name };
  } catch (error) {
    if (!asFailure(error).is("conflict name")) throw error;
    const { items } = await call("GET /templates", { query: { q: name, shop: shopId } });
    const known = items.find((template) => template.name === name);
    if (known === undefined) throw error;
    return known;
  }
}

const skeletonCount = 4;

/** As large as the starters, which are read when the step is opened. */
function Skeletons() {
  const t = useMessages(uiMessages);
  return (
    <>
      <span role="status" aria-label={t.loading} />
      {Array.from({ length: skeletonCount }, (_, index) => (
        <div key={index} className={classes["template"]} aria-hidden="true">
          <i>
            <EmailSketch />
          </i>
          <span>
            <Bar width="70%" />
          </span>
        </div>
      ))}
    </>
  );
}

/** Ready e-mails for those who have no template of their own. */
export function Starters({ shopId, onTake }: { shopId: string; onTake: (template: Template) => void }) {
  const t = useMessages(wizardMessages);
  const readable = useReadableText();
  const toast = useToasts();
  const { language } = useFormats();
  const { data } = useQuery({ ...read("GET /templates/starters", { query: { language } }), staleTime: Infinity });
  const take = useMutation({
    mutationFn: (starter: Starter) => createFromStarter(starter, shopId),
    onSuccess: onTake,
    onError: (error) => toast.failed(error),
  });
  return (
    <div className={classes["templates"]}>
      {data === undefined && <Skeletons />}
      {data?.items.map((starter) => (
        <div key={starter.key} className={classes["template"]}>
          <i>
            <StarterThumbnail starter={starter} />
          </i>
          <span>
            <b>{starter.name}</b>
            <small>{readable(starter.subject)}</small>
          </span>
          <Button
            variant="default"
            size="xs"
            loading={take.isPending && take.variables.key === starter.key}
            onClick={() => take.mutate(starter)}
          >
            {t.useTemplate}
          </Button>
        </div>
      ))}
    </div>
  );
}
