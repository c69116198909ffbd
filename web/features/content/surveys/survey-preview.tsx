import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { send } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import type { PageBlocks } from "../../../editor/page/page-blocks.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { BeforeAfterPreview } from "../parts/before-after-preview.tsx";
import { hasOptions, questionsBody, type Draft } from "./questions.ts";
import { toTextsBody, type TextsValues } from "./survey-texts.tsx";
import { surveysMessages } from "./messages.ts";

type Pages = OutputOf<"POST /surveys/preview">;
type Words = { readonly question: (index: number) => string; readonly option: (index: number) => string };

/** What is not written yet is shown by its number, because the server takes no empty words. */
const filled = (drafts: readonly Draft[], t: Words): Draft[] =>
  drafts.map((draft, index) => {
    const options = draft.options.map((option, at) => ({ ...option, label: option.label.trim() || t.option(at + 1) }));
    const missing = hasOptions(draft.type) ? Math.max(0, 2 - options.length) : 0;
    const added = Array.from({ length: missing }, (_, at) => ({
      id: `added${at}`,
      key: "",
      label: t.option(options.length + at + 1),
    }));
    return { ...draft, label: draft.label.trim() || t.question(index + 1), options: [...options, ...added] };
  });

/** The page of the survey and the thanks, as the server renders them. */
type Props = {
  readonly values: TextsValues;
  readonly drafts: readonly Draft[];
  readonly blocks: PageBlocks | null;
};

export function SurveyPreview({ values, drafts, blocks }: Props) {
  const t = useMessages(surveysMessages);
  const { name: _name, ...texts } = toTextsBody(values);
  const body = {
    ...texts,
    title: texts.title === "" ? values.name : texts.title,
    questions: questionsBody(filled(drafts, t)),
    blocks,
  };
  const [settled] = useDebouncedValue(JSON.stringify(body), 300);
  const operation = "POST /surveys/preview";
  const input = { body: JSON.parse(settled) };
  const { data } = useQuery({
    queryKey: [operation, input],
    queryFn: ({ signal }) => send<Pages>(operation, input, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return <BeforeAfterPreview pages={data} labels={t} />;
}
