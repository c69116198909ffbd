import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { DuplicateIndex } from "./duplicate-index.ts";

const toFingerprint = (text: string) => createHash("sha256").update(text).digest("hex");

it("returns the previous row of the same fingerprint among thousands", () => {
  const seen = new DuplicateIndex();
  const rows = new Map<string, number>();
  for (let row = 1; row <= 20_000; row += 1) {
    const fingerprint = toFingerprint(String((row * 7919) % 12_007));
    expect(seen.record(fingerprint, row)).toBe(rows.get(fingerprint));
    rows.set(fingerprint, row);
  }
});

it("distinguishes fingerprints with a common prefix, also after growing", () => {
  const seen = new DuplicateIndex();
  const fingerprints = Array.from({ length: 3000 }, (_, index) => `00c0ffee${toFingerprint(String(index)).slice(8)}`);
  for (const [row, fingerprint] of fingerprints.entries()) expect(seen.record(fingerprint, row)).toBeUndefined();
  for (const [row, fingerprint] of fingerprints.entries()) expect(seen.record(fingerprint, -row)).toBe(row);
});
