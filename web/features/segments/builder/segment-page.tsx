import { Anchor, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { RowMenu, type RowAction } from "../../../ui/display/row-menu.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { LeaveGuard } from "../../../ui/dialog/leave-guard.tsx";
import { IconRefresh, IconSettings } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { useSegmentActions, type Segment } from "../actions.tsx";
import { segmentsMessages } from "../messages.ts";
import { SegmentEditor } from "./segment-editor.tsx";
import { SettingsForm, type SegmentSettings } from "./settings-form.tsx";
import { toDefinition, isSame, findRejection, parseTree } from "../../../rules/tree.ts";
import { useBuilder } from "../../../rules/use-builder.ts";
import { useSources } from "../../../rules/use-sources.ts";

export function Page() {
  const { segmentId } = useParams({ from: "/segments/$segmentId" });
  const { data, error, refetch } = useQuery({
    ...read("GET /segments/{segment}", { params: { segment: segmentId } }),
    // The page asks again until the snapshot is taken.
    refetchInterval: ({ state }) => (state.data === undefined || state.data.jobId === null ? false : 2000),
  });
  if (data === undefined) return <WaitingCard error={error} lines={8} onRetry={refetch} />;
  return <SegmentPage key={data.id} segment={data} />;
}

const refreshed = ["GET /segments", "GET /segments/{segment}", "GET /segments/{segment}/members"] as const;

function SegmentPage({ segment }: { segment: Segment }) {
  const t = useMessages(segmentsMessages);
  const toast = useToasts();
  const canChange = useCan()("contacts", "full");
  const [isSetting, setSetting] = useState(false);
  const [saved, setSaved] = useState(() => parseTree(segment.definition));
  const sources = useSources(segment.shopId, { segmentId: segment.id });
  const builder = useBuilder(saved, { shopId: segment.shopId, sources });
  const change = useChange("PATCH /segments/{segment}", { refresh: refreshed });
  const isDirty = !isSame(builder.tree, saved);
  const params = { segment: segment.id };
  const save = () =>
    change.mutate(
      { params, body: { definition: toDefinition(builder.tree) } },
      {
        onSuccess: ({ name }) => {
          setSaved(builder.tree);
          toast.done(t.saved(name));
        },
        onError: (failure) => {
          const rejection = findRejection(builder.tree, failure.word);
          builder.reject(rejection);
          if (rejection === undefined) toast.failed(failure);
        },
      },
    );
  const saveSettings = async (settings: SegmentSettings) => {
    await change.mutateAsync({ params, body: settings });
    toast.done(t.saved(settings.name));
    setSetting(false);
  };
  const { name, publicName, refresh } = segment;
  return (
    <>
      <Breadcrumbs parent={t.title} to="/segments" current={name} />
      <PageHeader
        title={name}
        isDetail
        facts={<SegmentFacts segment={segment} />}
        actions={
          canChange && (
            <>
              {isDirty && (
                <Button variant="default" onClick={() => builder.replaceTree(saved)}>
                  {t.discard}
                </Button>
              )}
              <Button onClick={save} loading={change.isPending} disabled={!isDirty}>
                {t.save}
              </Button>
              <PageMenu segment={segment} onSettings={() => setSetting(true)} />
            </>
          )
        }
      />
      <SegmentEditor builder={builder} />
      <FormDialog isOpen={isSetting} onClose={() => setSetting(false)} title={t.settings}>
        <SettingsForm initial={{ name, publicName, refresh }} onSave={saveSettings} onClose={() => setSetting(false)} />
      </FormDialog>
      <LeaveGuard isDirty={() => isDirty && canChange} />
    </>
  );
}

function SegmentFacts({ segment }: { segment: Segment }) {
  const t = useMessages(segmentsMessages);
  const { ago } = useFormats();
  const shop = useShops().nameOf(segment.shopId);
  const isWaiting = segment.jobId !== null || segment.computedAt === null;
  const snapshot = isWaiting ? t.snapshotWaits : t.snapshotAt(ago(segment.computedAt ?? segment.createdAt));
  const facts = [shop, segment.refresh === "daily" ? t.refreshFacts.daily : snapshot].filter((fact) => fact !== "");
  return (
    <>
      {facts.join(" · ")} ·{" "}
      <Anchor
        size="sm"
        underline="always"
        renderRoot={(props) => <Link {...props} to="/segments/$segmentId/members" params={{ segmentId: segment.id }} />}
      >
        {t.members(segment.matched)}
      </Anchor>
    </>
  );
}

function PageMenu({ segment, onSettings }: { segment: Segment; onSettings: () => void }) {
  const t = useMessages(segmentsMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const recompute = useChange("POST /segments/{segment}/recompute", {
    refresh: refreshed,
    onDone: ({ jobId }) => toast.done(jobId === null ? t.recomputed : t.recomputing),
    onFailed: (failure) => toast.failed(failure),
  });
  const { actionsOf, dialogs } = useSegmentActions({
    onDeleted: () => void navigate({ to: "/segments" }),
    onDuplicated: (segmentId) => void navigate({ to: "/segments/$segmentId", params: { segmentId } }),
  });
  const snapshot: RowAction = {
    label: t.recompute,
    icon: <IconRefresh size={16} />,
    onClick: () => recompute.mutate({ params: { segment: segment.id }, body: {} }),
  };
  const settings: RowAction = { label: t.settings, icon: <IconSettings size={16} />, onClick: onSettings };
  return (
    <>
      <RowMenu
        label={ui.more}
        actions={[settings, ...(segment.refresh === "static" ? [snapshot] : []), ...actionsOf(segment)]}
      />
      {dialogs}
    </>
  );
}
