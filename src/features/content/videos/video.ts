export type Video = { provider: "youtube" | "vimeo"; id: string; url: string };

/** The video behind any of the addresses under which people copy it. */
export function videoOf(text: string): Video | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const host = url.hostname.replace(/^(www|m|music|player)\./, "");
  const steps = url.pathname.split("/").filter((step) => step !== "");
  if (host === "youtu.be") return youtube(steps[0]);
  if (host === "youtube.com" || host === "youtube-nocookie.com") return youtube(youtubeId(url, steps));
  return host === "vimeo.com" ? vimeo(steps) : undefined;
}

function youtubeId(url: URL, [first, second]: string[]): string | undefined {
  if (first === "watch") return url.searchParams.get("v") ?? undefined;
  return first !== undefined && ["embed", "shorts", "live", "v"].includes(first) ? second : undefined;
}

const youtube = (id: string | undefined): Video | undefined =>
  id !== undefined && /^[A-Za-z0-9_-]{11}$/.test(id)
    ? { provider: "youtube", id, url: `https://www.youtube.com/watch?v=${id}` }
    : undefined;

/** The number, wherever it stands: below a channel, a group, or as the player's. Behind it may be the key of a hidden video. */
function vimeo(steps: string[]): Video | undefined {
  const at = steps.findIndex((step) => /^\d{4,12}$/.test(step));
  const id = steps[at];
  if (id === undefined) return undefined;
  const key = steps[at + 1];
  const hidden = key !== undefined && /^[0-9a-f]{6,20}$/.test(key) ? `/${key}` : "";
  return { provider: "vimeo", id, url: `https://vimeo.com/${id}${hidden}` };
}
