import { Button, SegmentedControl, Tabs } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { toQueryKey, read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { optionsOf } from "../../../ui/choices/options.ts";
import { LeaveGuard } from "../../../ui/dialog/leave-guard.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { IconCode } from "../../../ui/icons.ts";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { statusAppearances, type FormRow } from "../appearance.ts";
import { formsMessages } from "../messages.ts";
import { AfterTab } from "./after-tab.tsx";
import { ConsentTab } from "./consent-tab.tsx";
import { ContentTab } from "./content-tab.tsx";
import { DisplayTab } from "./display-tab.tsx";
import { EmailView } from "./email-view.tsx";
import { tabNames } from "./find-tab.ts";
import { LookTab } from "./look-tab.tsx";
import { editorMessages } from "./messages.ts";
import { DraftNotices, SaveNote } from "./notices.tsx";
import { PreviewPane } from "./preview/preview-pane.tsx";
import { CodesDialog } from "./publish/codes-dialog.tsx";
import { publishMessages } from "./publish/messages.ts";
import { PublishDialog } from "./publish/publish-dialog.tsx";
import { useFormDraft, type StoredDraft } from "./use-form-draft.ts";
import classes from "./editor.module.css";

const tabs = { content: ContentTab, look: LookTab, consent: ConsentTab, display: DisplayTab, after: AfterTab } as const;

export function Page() {
  const t = useMessages(formsMessages);
  const { formId } = useParams({ from: "/forms/$formId/edit" });
  const [round, setRound] = useState(0);
  const [isShowingCodes, setShowingCodes] = useState(false);
  const params = { form_id: formId };
  const form = useQuery(read("GET /forms/{form_id}", { params }));
  const draft = useQuery({
    ...read("GET /forms/{form_id}/draft", { params }),
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
  });
  const reload = async () => {
    await Promise.all([form.refetch(), draft.refetch()]);
    setRound(round + 1);
  };
  // The editor starts with the newest draft, never with what another visit left behind.
  if (form.data !== undefined && draft.data !== undefined && draft.isFetchedAfterMount)
    return (
      <>
        <FormEditor
          key={`${formId} ${round}`}
          form={form.data}
          loaded={draft.data}
          onReload={reload}
          onCodes={() => setShowingCodes(true)}
        />
        <CodesDialog form={form.data} isOpen={isShowingCodes} onClose={() => setShowingCodes(false)} />
      </>
    );
  return <WaitingCard error={form.error ?? draft.error} what={t.error} lines={8} onRetry={reload} />;
}

type EditorProps = {
  readonly form: FormRow;
  readonly loaded: StoredDraft;
  readonly onReload: () => Promise<void>;
  readonly onCodes: () => void;
};

function FormEditor({ form, loaded, onReload, onCodes }: EditorProps) {
  const t = useMessages(formsMessages);
  const editor = useMessages(editorMessages);
  const publish = useMessages(publishMessages);
  const client = useQueryClient();
  const [address, setAddress] = useAddress();
  const [isPublishing, setPublishing] = useState(false);
  const draft = useFormDraft(form.id, loaded);
  const canEdit = useCan()("content", "full");
  const tab = tabNames.find((name) => name === address["tab"]) ?? "content";
  const isEmail = address["view"] === "email";
  const { name } = draft.content;
  const isPublished = form.status === "active";
  const hasChanges = draft.stored.saved || draft.state !== "saved";
  useEffect(() => {
    document.title = `${form.name} · Postrider`;
  }, [form.name]);
  const finish = async () => {
    await client.invalidateQueries({ queryKey: toQueryKey("GET /forms/{form_id}/welcome") });
    await onReload();
  };
  return (
    <>
      <Breadcrumbs parent={t.title} to="/forms" current={form.name} />
      <div className={classes["editor"]} data-full-page="true">
        <div className={classes["bar"]}>
          <div className={classes["name"]}>
            <h1>{name === "" ? form.name : name}</h1>
            <StatusPill appearance={statusAppearances[form.status]} label={t.statuses[form.status]} />
            {canEdit && <SaveNote draft={draft} />}
          </div>
          <SegmentedControl
            aria-label={editor.view}
            value={isEmail ? "email" : "form"}
            data={optionsOf(editor.views)}
            onChange={(chosen) => setAddress({ view: chosen === "email" ? "email" : undefined }, { replace: true })}
          />
          <Button variant="default" leftSection={<IconCode size={16} />} onClick={onCodes}>
            {publish.codes}
          </Button>
          {canEdit && (
            <Button disabled={isPublished && !hasChanges} onClick={() => setPublishing(true)}>
              {isPublished ? publish.publishChanges : publish.publish}
            </Button>
          )}
        </div>
        <DraftNotices form={form} draft={draft} canEdit={canEdit} onReload={onReload} />
        {isEmail ? (
          <div className={classes["email"]}>
            <EmailView draft={draft} canEdit={canEdit} />
          </div>
        ) : (
          <div className={classes["panes"]}>
            <div className={classes["left"]}>
              <Tabs
                value={tab}
                onChange={(chosen) => setAddress({ tab: chosen ?? undefined }, { replace: true })}
                keepMounted={false}
                classNames={{
                  root: classes["tabs"] ?? "",
                  list: classes["tabList"] ?? "",
                  tab: classes["tab"] ?? "",
                  panel: classes["panel"] ?? "",
                }}
              >
                <Tabs.List aria-label={editor.parts}>
                  {tabNames.map((one) => (
                    <Tabs.Tab key={one} value={one}>
                      {editor.tabs[one]}
                    </Tabs.Tab>
                  ))}
                </Tabs.List>
                {tabNames.map((one) => {
                  const Tab = tabs[one];
                  return (
                    <Tabs.Panel key={one} value={one}>
                      <Tab draft={draft} canEdit={canEdit} />
                    </Tabs.Panel>
                  );
                })}
              </Tabs>
            </div>
            <PreviewPane draft={draft} url={form.url} />
          </div>
        )}
      </div>
      <PublishDialog
        form={form}
        draft={draft}
        isOpen={isPublishing}
        onClose={() => setPublishing(false)}
        onPublished={() => {
          onCodes();
          void finish();
        }}
      />
      <LeaveGuard isDirty={() => draft.state !== "saved"} save={draft.saveBeforeLeaving} />
    </>
  );
}
