import { useInViewport } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../api/queries.ts";
import { ScaledEmail } from "../../ui/email-frame/scaled-email.tsx";
import { Bar } from "../../ui/state/loading.tsx";
import { requestPreview } from "../saving/use-preview.ts";
import classes from "./thumbnail.module.css";

/** Kept while other pages are visited: a thumbnail needs a call or two. */
const gcTime = 30 * 60_000;

type Shown = { readonly name: string; readonly shopId: string | null };

/** A template as a sample contact gets it, rendered when it comes into view. */
export function TemplateThumbnail({ template: { id, name, shopId } }: { template: Shown & { readonly id: string } }) {
  const { ref, wasSeen } = useSeen();
  const { data } = useQuery({
    ...read("GET /templates/{template_id}/content", { params: { template_id: id } }),
    enabled: wasSeen,
    gcTime,
  });
  return (
    <div ref={ref} className={classes["thumbnail"]}>
      {data === undefined ? <EmailSketch /> : <Rendered code={data.html} name={name} shopId={shopId} />}
    </div>
  );
}

/** A starter in the same way: its code comes with the list. */
export function StarterThumbnail({
  starter: { html, name },
}: {
  starter: { readonly html: string; readonly name: string };
}) {
  const { ref, wasSeen } = useSeen();
  return (
    <div ref={ref} className={classes["thumbnail"]}>
      {wasSeen ? <Rendered code={html} name={name} shopId={null} /> : <EmailSketch />}
    </div>
  );
}

/** Bars where an e-mail will be. */
export const EmailSketch = () => (
  <span className={classes["sketch"]}>
    <Bar width="38%" />
    <Bar width="100%" />
    <Bar width="82%" />
    <Bar width="56%" />
  </span>
);

function useSeen() {
  const { ref, inViewport } = useInViewport();
  const [wasSeen, setSeen] = useState(false);
  if (inViewport && !wasSeen) setSeen(true);
  return { ref, wasSeen };
}

/** Hidden from screen readers: the name stands beside it. */
function Rendered({ code, name, shopId }: Shown & { readonly code: string }) {
  const { data, isError } = useQuery({
    ...requestPreview({ kind: "html", html: code, subject: "", preheader: "", shopId, footerId: null }),
    enabled: code !== "",
    gcTime,
  });
  // What cannot be rendered is shown as it is written.
  const html = data?.html ?? (isError ? code : "");
  return (
    <div className={classes["thumbnail"]} aria-hidden="true">
      {html === "" ? <EmailSketch /> : <ScaledEmail html={html} title={name} />}
    </div>
  );
}
