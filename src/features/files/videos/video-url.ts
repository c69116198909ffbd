export type Video = { provider: "youtube" | "vimeo"; id: string; url: string };

/** Parses the URL formats of YouTube and Vimeo videos. */
export function parseVideoUrl(text: string): Video | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const host = url.hostname.replace(/^(www|m|music|player)\./, "");
  const segments = url.pathname.split("/").filter((step) => step !== "");
  if (host === "youtu.be") return youtubeVideo(segments[0]);
  if (host === "youtube.com" || host === "youtube-nocookie.com") return youtubeVideo(youtubeId(url, segments));
  return host === "vimeo.com" ? vimeoVideo(segments) : undefined;
}

function youtubeId(url: URL, [first, second]: string[]): string | undefined {
  if (first === "watch") return url.searchParams.get("v") ?? undefined;
  return first !== undefined && ["embed", "shorts", "live", "v"].includes(first) ? second : undefined;
}

const youtubeVideo = (id: string | undefined): Video | undefined =>
  id !== undefined && /^[A-Za-z0-9_-]{11}$/.test(id)
    ? { provider: "youtube", id, url: `https://www.youtube.com/watch?v=${id}` }
    : undefined;

/** The numeric id in paths of channels, groups and the player, optionally followed by the key of an unlisted video. */
function vimeoVideo(segments: string[]): Video | undefined {
  const at = segments.findIndex((step) => /^\d{4,12}$/.test(step));
  const id = segments[at];
  if (id === undefined) return undefined;
  const key = segments[at + 1];
  const hidden = key !== undefined && /^[0-9a-f]{6,20}$/.test(key) ? `/${key}` : "";
  return { provider: "vimeo", id, url: `https://vimeo.com/${id}${hidden}` };
}
