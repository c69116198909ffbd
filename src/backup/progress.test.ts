import { describe, expect, it } from "vitest";
import { createProgress } from "./progress.ts";

function aTarget(isTTY: boolean) {
  const texts: string[] = [];
  let at = 0;
  const progress = createProgress({ isTTY, write: (text) => texts.push(text) }, "Backup", () => at);
  const showAt = (ms: number, fraction: number, label: string) => {
    at = ms;
    progress.show(fraction, label);
  };
  return { texts, progress, showAt };
}

describe("progress", () => {
  it("is a plain line at most every two seconds", () => {
    const { texts, progress, showAt } = aTarget(false);
    showAt(1999, 0.1, "company");
    showAt(2000, 0.256, "contact");
    showAt(2500, 0.5, "contact");
    showAt(4100, 1.7, "journal");
    progress.end();
    expect(texts).toEqual(["Backup  25 %  contact\n", "Backup 100 %  journal\n"]);
  });

  it("is one line that is rewritten and cleared on a terminal", () => {
    const { texts, progress, showAt } = aTarget(true);
    showAt(100, 0.1, "contact_count");
    showAt(200, 0.2, "shop");
    progress.end();
    expect(texts).toEqual(["\rBackup  10 %  contact_count", "\rBackup  20 %  shop         ", `\r${" ".repeat(18)}\r`]);
  });
});
