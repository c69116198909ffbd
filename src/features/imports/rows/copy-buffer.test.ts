import { expect, it } from "vitest";
import { CopyBuffer } from "./copy-buffer.ts";

it("returns the lines of each batch unchanged, however long they are", () => {
  const lines = new CopyBuffer();
  for (const batch of [["Žofie\\t🎉\n", "\ud800\n"], [], ["a\n", `${"č".repeat(3_000_000)}\n`, "b\n"], ["c\n"]]) {
    for (const line of batch) lines.add(line);
    expect(lines.count).toBe(batch.length);
    expect(lines.take() === batch.join("")).toBe(true);
    expect(lines.count).toBe(0);
  }
});
