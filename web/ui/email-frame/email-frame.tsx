import { useEffect, useRef, useState } from "react";
import { useLatest } from "../state/use-latest.ts";
import classes from "./email-frame.module.css";

/** The frame's page is served with a policy of its own: styles of the e-mail apply, scripts never run. */
const address = "/app/email-frame";

type Props = {
  readonly html: string;
  readonly title: string;
  /** Height in pixels; without it the height of the content. */
  readonly height?: number;
  /** The height of a window that a shorter page fills. */
  readonly leastHeight?: number;
  /** Lets what lies behind show through where the content has no background. */
  readonly isTransparent?: boolean;
  /** Called after the e-mail is written and whenever its layout changes. */
  readonly onLayout?: (document: Document) => void;
  /** Changes the e-mail after it is written, and again when the function is another one. */
  readonly onArrange?: (document: Document) => void;
  /** The frame's document, to add listeners; called once. */
  readonly onReady?: (document: Document) => void;
};

/** Shows the HTML of an e-mail in its full height. Links do not lead away. */
export function EmailFrame(props: Props) {
  const { html, title, height, leastHeight = 120, isTransparent = false, onLayout, onArrange, onReady } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState<Document>();
  const [contentHeight, setHeight] = useState(320);
  const layout = useLatest(onLayout);
  const arrangement = useLatest(onArrange);

  const begin = () => {
    const inside = frame.current?.contentDocument;
    if (inside === null || inside === undefined || inside.URL === "about:blank" || inside === ready) return;
    inside.addEventListener("click", (event) => event.preventDefault());
    inside.addEventListener("submit", (event) => event.preventDefault());
    onReady?.(inside);
    setReady(inside);
  };

  useEffect(() => {
    if (ready === undefined) return undefined;
    write(ready, html);
    arrangement.current?.(ready);
    const measure = () => {
      setHeight(Math.max(leastHeight, ready.body.scrollHeight));
      layout.current?.(ready);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(ready.body);
    // Images change the layout when they arrive.
    ready.addEventListener("load", measure, true);
    measure();
    return () => {
      observer.disconnect();
      ready.removeEventListener("load", measure, true);
    };
  }, [ready, html, leastHeight, layout, arrangement]);

  useEffect(() => {
    if (ready === undefined || onArrange === undefined) return;
    onArrange(ready);
    layout.current?.(ready);
  }, [ready, onArrange, layout]);

  return (
    <iframe
      ref={frame}
      className={classes["frame"]}
      src={address}
      sandbox="allow-same-origin"
      title={title}
      tabIndex={-1}
      data-transparent={isTransparent || undefined}
      style={{ height: height ?? contentHeight }}
      onLoad={begin}
    />
  );
}

/** Written inside the frame, so that the frame's policy applies, not the page's. */
function write(inside: Document, html: string): void {
  const root = inside.documentElement;
  root.innerHTML = html;
  root.lang = /<html[^>]*\slang="?([\w-]+)/i.exec(html)?.[1] ?? "cs";
  inside.body.style.overflow = "hidden";
}
