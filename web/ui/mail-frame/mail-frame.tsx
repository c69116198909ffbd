import { useEffect, useRef, useState, type ReactNode } from "react";
import classes from "./mail-frame.module.css";

export type MailLayout = {
  readonly document: Document;
  /** Pixels on the screen for one pixel of the e-mail. */
  readonly scale: number;
};

type MailFrameProps = {
  readonly html: string;
  /** Names the frame for screen readers. */
  readonly title: string;
  /** The width that the e-mail is laid out for; it is scaled down to the place that it has. */
  readonly width?: number;
  /** Lies over the e-mail, such as a heat map; called when the layout is known. */
  readonly overlay?: (layout: MailLayout) => ReactNode;
};

const address = "/app/email-frame";

/**
 * An e-mail as its recipient sees it. The frame has a policy of its own: inline styles are allowed, scripts are not.
 * Links do not lead anywhere.
 */
export function MailFrame({ html, title, width = 640, overlay }: MailFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const [inside, setInside] = useState<Document | null>(null);
  const [available, setAvailable] = useState(width);
  const [shown, setShown] = useState({ html: "", height: 320 });
  const scale = Math.min(1, available / width);

  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? width));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [width]);

  useEffect(
    () => (inside === null ? undefined : fill(inside, html, (height) => setShown({ html, height }))),
    [html, inside],
  );

  return (
    <div ref={place} className={classes["place"]} style={{ height: shown.height * scale }}>
      <iframe
        src={address}
        title={title}
        sandbox="allow-same-origin"
        className={classes["frame"]}
        style={{ width, height: shown.height, transform: `scale(${scale})` }}
        onLoad={(event) => setInside(event.currentTarget.contentDocument)}
        tabIndex={-1}
      />
      {overlay !== undefined && inside !== null && shown.html === html && (
        <div className={classes["overlay"]}>{overlay({ document: inside, scale })}</div>
      )}
    </div>
  );
}

/** Writes the e-mail into the frame and reports its height, now and whenever it changes. */
function fill(inside: Document, html: string, onHeight: (height: number) => void): () => void {
  const root = inside.documentElement;
  root.innerHTML = html;
  root.style.overflow = "hidden";
  const stay = (event: Event) => event.preventDefault();
  const measure = () => onHeight(Math.max(120, inside.body.scrollHeight));
  const observer = new ResizeObserver(measure);
  inside.addEventListener("click", stay);
  observer.observe(inside.body);
  measure();
  return () => {
    observer.disconnect();
    inside.removeEventListener("click", stay);
  };
}
