import { useInViewport } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../api/queries.ts";
import { ScaledEmail } from "../../ui/email-frame/scaled-email.tsx";
import { previewOf } from "../saving/use-preview.ts";
import classes from "./thumbnail.module.css";

/** An e-mail in small, for those who see it: its name stands beside it. */
export const EmailThumbnail = ({ html, title }: { html: string; title: string }) => (
  <div className={classes["thumbnail"]} aria-hidden="true">
    {html !== "" && <ScaledEmail html={html} title={title} />}
  </div>
);

/** Kept while other pages are visited: a thumbnail needs two calls. */
const gcTime = 30 * 60_000;

type Props = {
  readonly template: { readonly id: string; readonly name: string; readonly shopId: string | null };
};

/** A template as a sample contact gets it, rendered when it comes into view. */
export function TemplateThumbnail({ template: { id, name, shopId } }: Props) {
  const { ref, inViewport } = useInViewport();
  const [wasSeen, setSeen] = useState(false);
  if (inViewport && !wasSeen) setSeen(true);
  const content = useQuery({
    ...read("GET /templates/{template_id}/content", { params: { template_id: id } }),
    enabled: wasSeen,
    gcTime,
  });
  const code = content.data?.html ?? "";
  const preview = useQuery({
    ...previewOf({ kind: "html", html: code, subject: "", preheader: "", shopId, footerId: null }),
    enabled: code !== "",
    gcTime,
  });
  // A template that cannot be rendered is shown as it is written.
  const html = preview.data?.html ?? (preview.isError ? code : "");
  return (
    <div ref={ref} className={classes["thumbnail"]}>
      <EmailThumbnail html={html} title={name} />
    </div>
  );
}
