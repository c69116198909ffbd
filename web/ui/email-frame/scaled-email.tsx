import { useEffect, useRef, useState, type ReactNode } from "react";
import { EmailFrame } from "./email-frame.tsx";
import classes from "./email-frame.module.css";

/** The width that e-mails are laid out for on a computer: their columns stand beside each other above 480 pixels. */
export const desktopWidth = 640;

export type EmailLayout = {
  readonly document: Document;
  /** Pixels on the screen for one pixel of the e-mail. */
  readonly scale: number;
};

type Props = {
  readonly html: string;
  readonly title: string;
  /** The width that the e-mail is laid out for. */
  readonly width?: number;
  /** Lies over the e-mail, such as a heat map. */
  readonly overlay?: (layout: EmailLayout) => ReactNode;
  /** The frame's document, to add listeners; called once. */
  readonly onReady?: (document: Document) => void;
  /** Changes the e-mail after it is written, and again when the function is another one. */
  readonly onArrange?: (document: Document) => void;
};

/** An e-mail laid out for a width and scaled down to the place that it has. */
export function ScaledEmail({ html, title, width = desktopWidth, overlay, ...frame }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(width);
  const [layout, setLayout] = useState<{ document: Document; height: number; html: string }>();
  const scale = Math.min(1, available / width);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? width));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [width]);
  return (
    <div ref={place} className={classes["place"]} style={{ maxWidth: width, height: (layout?.height ?? 320) * scale }}>
      <div className={classes["clip"]}>
        <div className={classes["scaled"]} style={{ width, transform: `scale(${scale})` }}>
          <EmailFrame
            {...frame}
            html={html}
            title={title}
            onLayout={(document) => setLayout({ document, html, height: Math.max(120, document.body.scrollHeight) })}
          />
        </div>
      </div>
      {overlay !== undefined && layout?.html === html && (
        <div className={classes["overlay"]}>{overlay({ document: layout.document, scale })}</div>
      )}
    </div>
  );
}
