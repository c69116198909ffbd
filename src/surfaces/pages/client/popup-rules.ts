/// <reference lib="dom" />

export type PopupRules = {
  readonly trigger: "delay" | "scroll" | "exit";
  readonly delayS: number;
  readonly scrollPercent: number;
  readonly repeatDays: number;
  readonly devices: "all" | "desktop" | "mobile";
  readonly pages: { readonly include: readonly string[]; readonly exclude: readonly string[] };
};

/** `/path` is compared with the path, `https://…` with the address, other text with any part of it; `*` is any text. */
function matches(pattern: string): boolean {
  const { origin, pathname, search } = location;
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*+/g, ".*");
  const isWhole = /^(\/|https?:)/.test(pattern);
  const expression = new RegExp(isWhole ? `^${escaped.replace(/\/$/, "")}/?$` : escaped);
  const path = pattern.startsWith("/") ? pathname : origin + pathname;
  return expression.test(path) || expression.test(path + search);
}

/** Whether the pop-up may be shown in this page and on this device. */
export function isPageChosen({ devices, pages }: PopupRules): boolean {
  const isMobile = matchMedia("(max-width: 767px)").matches;
  if (devices !== "all" && isMobile !== (devices === "mobile")) return false;
  return (pages.include.length === 0 || pages.include.some(matches)) && !pages.exclude.some(matches);
}

/** Once: after the delay, at the depth of scrolling, or when the pointer leaves the window at its top. */
export function runWhenTriggered({ trigger, delayS, scrollPercent }: PopupRules, run: () => void): void {
  if (trigger === "delay") {
    setTimeout(run, delayS * 1000);
    return;
  }
  const [event, isReached] =
    trigger === "scroll" ? (["scroll", isScrolled] as const) : (["mouseout", isLeaving] as const);
  const check = (happened?: Event) => {
    if (!isReached(happened)) return;
    removeEventListener(event, check);
    run();
  };
  addEventListener(event, check, { passive: true });
  check();

  /** A page that fits into the window counts as read. */
  function isScrolled(): boolean {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollY + clientHeight >= clientHeight + ((scrollHeight - clientHeight) * scrollPercent) / 100;
  }

  function isLeaving(happened?: Event): boolean {
    return happened instanceof MouseEvent && happened.relatedTarget === null && happened.clientY <= 0;
  }
}
