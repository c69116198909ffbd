import { useWords } from "../../i18n/words.tsx";
import { PageHead } from "../../ui/display/page-head.tsx";
import { overviewWords } from "./words.ts";

export function Page() {
  const t = useWords(overviewWords);
  return <PageHead title={t.title} />;
}
