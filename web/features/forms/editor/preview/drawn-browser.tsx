import { useEffect, useRef, useState } from "react";
import { EmailFrame } from "../../../../ui/email-frame/email-frame.tsx";
import classes from "./preview.module.css";

const sizes = { desktop: { width: 1024, height: 720 }, phone: { width: 390, height: 760 } } as const;

type Props = {
  readonly html: string;
  readonly title: string;
  readonly place: "classic" | "popup" | "slide" | "page";
  readonly device: "desktop" | "phone";
  readonly address: string;
};

/** A browser with a drawn web site and the form in it, scaled to its place. */
export function DrawnBrowser({ html, title, place, device, address }: Props) {
  const outer = useRef<HTMLDivElement>(null);
  const { width, height } = sizes[device];
  const [available, setAvailable] = useState<number>(width);
  useEffect(() => {
    if (outer.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? width));
    observer.observe(outer.current);
    return () => observer.disconnect();
  }, [width]);
  const scale = Math.min(1, available / width);
  return (
    <div ref={outer} className={classes["outer"]}>
      <div style={{ width: width * scale, height: (height + 44) * scale }} className={classes["scaled"]}>
        <div className={classes["browser"]} data-device={device} style={{ width, transform: `scale(${scale})` }}>
          <div className={classes["chrome"]} aria-hidden="true">
            <i />
            <i />
            <i />
            <span>{address}</span>
          </div>
          <div className={classes["window"]} style={{ height }}>
            {place !== "page" && <Site isShort={place === "classic"} />}
            {place === "classic" && (
              <div className={classes["inline"]}>
                <EmailFrame key={place} html={html} title={title} isTransparent />
                <Lines />
              </div>
            )}
            {(place === "popup" || place === "slide") && (
              <div className={classes["over"]}>
                <EmailFrame key={place} html={html} title={title} height={height} isTransparent />
              </div>
            )}
            {place === "page" && <EmailFrame key={place} html={html} title={title} />}
          </div>
        </div>
      </div>
    </div>
  );
}

/** The head of a web site that has no content of its own. */
const Site = ({ isShort }: { isShort: boolean }) => (
  <div className={classes["site"]} data-short={isShort || undefined} aria-hidden="true">
    <div className={classes["siteHead"]}>
      <b />
      <span />
      <span />
      <span />
    </div>
    <div className={classes["siteHero"]} />
    {!isShort && <Lines />}
  </div>
);

const Lines = () => (
  <div className={classes["lines"]} aria-hidden="true">
    <span />
    <span />
    <span />
  </div>
);
