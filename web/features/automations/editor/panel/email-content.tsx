import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../../api/client.ts";
import { read } from "../../../../api/queries.ts";
import { useCan } from "../../../../api/session.tsx";
import { TestDialog } from "../../../../editor/dialogs/test-dialog.tsx";
import { TemplateThumbnail } from "../../../../editor/thumbnail/email-thumbnail.tsx";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconFlask, IconPencil } from "../../../../ui/icons.ts";
import { useReadableText } from "../../../../ui/names/merge-tags.ts";
import { useAutomationEditor } from "../editor-context.ts";
import type { GraphNode } from "../model/graph.ts";
import { emailContentMessages } from "./email-content-messages.ts";
import { asText } from "./field-props.ts";
import { NewEmail } from "./new-email.tsx";
import classes from "./panel.module.css";

/** What an e-mail step sends: its picture, the way to the editor of the content, and a test as the step sends it. */
export function EmailContent({ node }: { node: GraphNode }) {
  const t = useMessages(emailContentMessages);
  const { data } = useAutomationEditor();
  const can = useCan();
  const readable = useReadableText();
  const [isTesting, setTesting] = useState(false);
  const params = { template_id: asText(node.config["templateId"]) };
  const query = read("GET /templates/{template_id}", { params });
  const { data: template } = useQuery({ ...query, enabled: params.template_id !== "" && can("content") });
  if (params.template_id === "") return <NewEmail node={node} />;
  if (template === undefined) return null;
  const { automation } = data;
  const settings = { shopId: automation.shopId, ...readSettings(node.config) };
  return (
    <section className={classes["content"]} aria-label={t.title}>
      {asText(node.config["preheader"]) === "" && (
        <p className={classes["note"]}>
          {template.preheader === "" ? t.noPreheader : t.preheader(readable(template.preheader))}
        </p>
      )}
      {template.hasDraft && <p className={classes["note"]}>{t.draft}</p>}
      <div className={classes["contentActions"]}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPencil size={15} />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/content/templates/$templateId"
              params={{ templateId: template.id }}
              search={{ automation: automation.id, node: node.id }}
            />
          )}
        >
          {t.edit}
        </Button>
        {can("content", "full") && (
          <Button variant="default" size="xs" leftSection={<IconFlask size={15} />} onClick={() => setTesting(true)}>
            {t.test}
          </Button>
        )}
      </div>
      <div className={classes["picture"]}>
        <TemplateThumbnail key={template.id} template={template} />
      </div>
      <TestDialog
        isOpen={isTesting}
        onClose={() => setTesting(false)}
        note={template.hasDraft ? t.draftTest : undefined}
        sendTest={(emails) =>
          call("POST /templates/{template_id}/test", { params, body: { emails, published: true, settings } })
        }
      />
    </section>
  );
}

/** What the step has instead of the template's settings. */
const readSettings = (config: GraphNode["config"]) =>
  Object.fromEntries(
    (["subject", "preheader", "senderId", "fromName"] as const)
      .map((name) => [name, asText(config[name]).trim()] as const)
      .filter(([, value]) => value !== ""),
  );
