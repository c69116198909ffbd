import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { PreviewPane } from "./preview-pane.tsx";

type Props = {
  readonly pages: { readonly html: string; readonly thanksHtml: string } | undefined;
  readonly labels: { readonly previewed: string; readonly before: string; readonly after: string };
};

/** A page of the server before and after the visitor sends it. */
export function BeforeAfterPreview({ pages, labels }: Props) {
  const [isAfter, setAfter] = useState(false);
  return (
    <PreviewPane
      html={(isAfter ? pages?.thanksHtml : pages?.html) ?? ""}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={labels.previewed}
          value={isAfter ? "after" : "before"}
          onChange={(value) => setAfter(value === "after")}
          data={[
            { value: "before", label: labels.before },
            { value: "after", label: labels.after },
          ]}
        />
      }
    />
  );
}
