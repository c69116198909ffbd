import { Button, Select, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../../api/client.ts";
import { useAddress } from "../../../../routing/search.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { optionsOf } from "../../../../ui/choices/options.ts";
import { Card, TwoColumns } from "../../../../ui/display/card.tsx";
import { DropZone } from "../../../../ui/form/drop-zone.tsx";
import { choiceOf } from "../../../../ui/grid/use-grid.ts";
import { IconPackageImport } from "../../../../ui/icons.ts";
import { Rejection } from "../../../../ui/state/rejection.tsx";
import { draftBody, emptyDraft, type ImportKind } from "../draft.ts";
import { startMessages } from "../start-messages.ts";
import { wizardMessages } from "../wizard-messages.ts";
import classes from "./steps.module.css";

const maxBytes = 64 * 1_048_576;
const accepted =
  ".csv,.txt,.tsv,.xlsx,.xlsm,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export function FileStep() {
  const { file: t } = useMessages(wizardMessages);
  const [kind, setKind] = useState<ImportKind>("csv");
  const [isTooLarge, setTooLarge] = useState(false);
  const [pasted, setPasted] = useState<string>();
  const upload = useUpload(kind);
  const take = (file: File) => {
    setTooLarge(file.size > maxBytes);
    if (file.size <= maxBytes) upload.mutate(file);
  };
  const messages = {
    "validation file": t.refused.file,
    "validation rows": t.refused.rows,
    "validation columns": t.refused.columns,
  };
  return (
    <TwoColumns
      main={
        <Card>
          <div className={classes["fields"]}>
            <Select
              label={t.kind}
              data={optionsOf(t.kinds)}
              value={kind}
              onChange={(value) => setKind(choiceOf(t.kinds, value ?? "csv") ?? "csv")}
              allowDeselect={false}
              maw={360}
            />
            <DropZone label={t.drop} accept={accepted} isBusy={upload.isPending} onFile={take}>
              <IconPackageImport size={28} stroke={1.6} />
              <b>{upload.isPending ? t.chosen(upload.variables.name) : t.drop}</b>
              <span>{t.choose}</span>
              <small>{t.limits}</small>
            </DropZone>
            {isTooLarge && <p className={classes["error"]}>{t.tooLarge}</p>}
            <Rejection error={upload.error} messages={messages} />
            {pasted === undefined ? (
              <div>
                <Button variant="subtle" onClick={() => setPasted("")}>
                  {t.paste}
                </Button>
              </div>
            ) : (
              <>
                <Textarea
                  label={t.pasteLabel}
                  description={t.pasteHint}
                  rows={6}
                  value={pasted}
                  onChange={(event) => setPasted(event.currentTarget.value)}
                />
                <div>
                  <Button
                    disabled={pasted.trim() === ""}
                    loading={upload.isPending}
                    onClick={() => take(new File([pasted], `${t.pasteName}.csv`, { type: "text/csv" }))}
                  >
                    {t.pasteDo}
                  </Button>
                </div>
              </>
            )}
          </div>
        </Card>
      }
      side={
        <Card title={t.helpTitle}>
          <div className={classes["help"]}>
            <p>{t.help}</p>
            <p>{t.helpExcel}</p>
          </div>
        </Card>
      }
    />
  );
}

/** Uploads the file and continues in a draft, whose id stands in the address. */
function useUpload(kind: ImportKind) {
  const navigate = useNavigate();
  const { consent } = useMessages(startMessages);
  const [{ mode, list }] = useAddress();
  return useMutation({
    mutationKey: ["POST /imports/files"],
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append("file", file);
      const uploaded = await call("POST /imports/files", { form });
      const draft = {
        ...emptyDraft,
        kind,
        fileId: uploaded.fileId,
        fileName: uploaded.name,
        name: uploaded.name.replace(/\.\w+$/, ""),
        mode: choiceOf(consent.modes, mode) ?? emptyDraft.mode,
        listIds: list === undefined ? [] : [list],
      };
      return call("POST /imports/drafts", { body: draftBody(draft) });
    },
    onSuccess: ({ id }) => navigate({ to: "/transfers/imports/new", search: { draft: id, step: "mapping" } }),
  });
}
