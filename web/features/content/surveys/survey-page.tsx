import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { RowMenu, type RowAction } from "../../../ui/display/row-menu.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { EditorColumns } from "../parts/preview-pane.tsx";
import { PublicAddress } from "../parts/public-address.tsx";
import { useStateAppearance } from "../parts/states.tsx";
import { QuestionList } from "./question-list.tsx";
import { toDrafts, type Survey } from "./questions.ts";
import { SurveyPreview } from "./survey-preview.tsx";
import { SurveyTexts, useTextsForm } from "./survey-texts.tsx";
import { surveyQueries, useSurveyActions } from "./use-survey-actions.tsx";
import { surveysMessages } from "./messages.ts";

export function Page() {
  const { surveyId } = useParams({ from: "/content/surveys/$surveyId" });
  const { data, error, refetch } = useQuery(read("GET /surveys/{survey_id}", { params: { survey_id: surveyId } }));
  if (data === undefined) return <WaitingCard error={error} lines={8} onRetry={refetch} />;
  return <SurveyEditor key={data.id} survey={data} />;
}

function SurveyEditor({ survey }: { survey: Survey }) {
  const t = useMessages(surveysMessages);
  const getAppearance = useStateAppearance();
  const canChange = useCan()("content", "full");
  const texts = useTextsForm(survey);
  const designed = survey.draft ?? survey.blocks;
  const [drafts, setDrafts] = useState(() => toDrafts(survey.questions));
  return (
    <>
      <Breadcrumbs parent={t.title} to="/content/surveys" current={survey.name} />
      <PageHeader
        title={survey.name}
        isDetail
        status={
          <StatusPill {...getAppearance(!survey.active ? "draft" : survey.draft === null ? "active" : "changed")} />
        }
        facts={<PublicAddress url={survey.url} isOpen={survey.active} />}
        actions={
          <>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} to="/content/surveys/$surveyId/results" params={{ surveyId: survey.id }} />
              )}
            >
              {t.answers(survey.responses)}
            </Button>
            {canChange && (
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link {...props} to="/content/surveys/$surveyId/edit" params={{ surveyId: survey.id }} />
                )}
              >
                {t.editDesign}
              </Button>
            )}
            {canChange && <SurveyActions survey={survey} />}
          </>
        }
      />
      <EditorColumns
        fields={
          <>
            <QuestionList survey={survey} drafts={drafts} onChange={setDrafts} canChange={canChange} />
            <SurveyTexts form={texts} canChange={canChange} isDesigned={designed !== null} />
          </>
        }
        preview={<SurveyPreview values={texts.watch()} drafts={drafts} blocks={designed} />}
      />
    </>
  );
}

function SurveyActions({ survey }: { survey: Survey }) {
  const t = useMessages(surveysMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const change = useChange("PATCH /surveys/{survey_id}", {
    refresh: surveyQueries,
    onDone: ({ active }) => toast.done(active ? t.activated : t.deactivated),
    onFailed: (failure) => toast.failed(failure),
  });
  const remove = useChange("PATCH /surveys/{survey_id}", {
    refresh: surveyQueries,
    onDone: () => toast.done(t.designRemoved),
    onFailed: (failure) => toast.failed(failure),
  });
  const { actionsOf, dialogs } = useSurveyActions({
    onDeleted: () => void navigate({ to: "/content/surveys" }),
    onCopied: (surveyId) => void navigate({ to: "/content/surveys/$surveyId", params: { surveyId } }),
  });
  const isDesigned = survey.blocks !== null || survey.draft !== null;
  const undesign: RowAction = {
    label: t.removeDesign,
    onClick: () => remove.mutate({ params: { survey_id: survey.id }, body: { blocks: null } }),
  };
  return (
    <>
      <Button
        {...(survey.active ? { variant: "default" } : {})}
        loading={change.isPending}
        onClick={() => change.mutate({ params: { survey_id: survey.id }, body: { active: !survey.active } })}
      >
        {survey.active ? t.deactivate : t.activate}
      </Button>
      <RowMenu label={ui.more} actions={[...(isDesigned ? [undesign] : []), ...actionsOf(survey)]} />
      {dialogs}
    </>
  );
}
