import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { read } from "../../../../api/queries.ts";

/** A link as the e-mail shows it: its text, or that of its picture, and the address without merge tags. */
type ShownLink = { readonly text: string; readonly url: string };

/** Links of the sent e-mail by their numbers. */
export function useShownLinks(campaignId: string): ReadonlyMap<number, ShownLink> {
  const { data } = useQuery(
    read("GET /stats/campaigns/{campaign_id}/heatmap", { params: { campaign_id: campaignId } }),
  );
  const html = data?.html ?? "";
  return useMemo(() => linksIn(html), [html]);
}

/** The page's content policy refuses styles, which do not matter here, wherever they are parsed. */
const style = /<style\b[^]*?<\/style>|\sstyle=(?:"[^"]*"|'[^']*')/gi;

function linksIn(html: string): Map<number, ShownLink> {
  const links = new Map<number, ShownLink>();
  const email = new DOMParser().parseFromString(html.replaceAll(style, ""), "text/html");
  for (const element of email.querySelectorAll("a[data-link]")) {
    const number = Number(element.getAttribute("data-link"));
    const text = element.textContent.trim() || (element.querySelector("img")?.alt.trim() ?? "");
    const url = element.getAttribute("href") ?? "";
    // The first place with a text names a link that stands in the e-mail several times.
    if ((links.get(number)?.text ?? "") === "") links.set(number, { text: text.replaceAll(/\s+/g, " "), url });
  }
  return links;
}
