import { Button, Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { asFailure } from "../../../api/api-failure.ts";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import type { Choice } from "../../../ui/choices/options.ts";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { Card } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { LeaveGuard } from "../../../ui/dialog/leave-guard.tsx";
import { Loading } from "../../../ui/state/loading.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { recipes } from "../recipes.ts";
import { segmentsMessages } from "../messages.ts";
import { SegmentEditor } from "./segment-editor.tsx";
import { SettingsForm, type SegmentSettings } from "./settings-form.tsx";
import { toDefinition, isSame, findRejection, parseTree } from "../../../rules/tree.ts";
import { useBuilder } from "../../../rules/use-builder.ts";
import { useSources } from "../../../rules/use-sources.ts";

export function Page() {
  const { options, areLoaded } = useShops();
  if (!areLoaded)
    return (
      <Card flush>
        <Loading lines={8} />
      </Card>
    );
  return <NewSegment shops={options} />;
}

function NewSegment({ shops }: { shops: readonly Choice[] }) {
  const t = useMessages(segmentsMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const [{ recipe }] = useAddress();
  const [shopId, setShopId] = useState(shops[0]?.value ?? "");
  const [isNaming, setNaming] = useState(false);
  const isSaved = useRef(false);
  const [initial] = useState(() => parseTree(recipes.find(({ key }) => key === recipe)?.definition));
  const builder = useBuilder(initial, { shopId, sources: useSources(shopId) });
  const add = useChange("POST /segments", { refresh: ["GET /segments"] });
  const create = async (settings: SegmentSettings) => {
    try {
      const body = { ...settings, shopId, definition: toDefinition(builder.tree) };
      const { id, name } = await add.mutateAsync({ body });
      isSaved.current = true;
      toast.done(t.saved(name));
      await navigate({ to: "/segments/$segmentId", params: { segmentId: id } });
    } catch (error) {
      const rejection = findRejection(builder.tree, asFailure(error).word);
      if (rejection === undefined) throw error;
      builder.reject(rejection);
      setNaming(false);
    }
  };
  return (
    <>
      <Breadcrumbs parent={t.title} to="/segments" current={t.newTitle} />
      <PageHeader
        title={t.newTitle}
        isDetail
        facts={t.refreshFacts.daily}
        actions={<Button onClick={() => setNaming(true)}>{t.save}</Button>}
      />
      <SegmentEditor
        builder={builder}
        above={
          shops.length > 1 && (
            <Select
              label={t.shop}
              data={shops}
              value={shopId}
              onChange={(value) => value !== null && setShopId(value)}
              allowDeselect={false}
              maw={280}
            />
          )
        }
      />
      <FormDialog isOpen={isNaming} onClose={() => setNaming(false)} title={t.save}>
        <SettingsForm
          initial={{ name: "", publicName: "", refresh: "daily" }}
          onSave={create}
          onClose={() => setNaming(false)}
        />
      </FormDialog>
      <LeaveGuard isDirty={() => !isSaved.current && !isSame(builder.tree, initial)} />
    </>
  );
}
