import { expect, it } from "vitest";
import { toZip } from "../../tests/harness/factories/platform-migrations.ts";
import { isZip, ZipError, zipEntries } from "./zip.ts";

const archive = toZip({ "folder/a.csv": "email\n", "b.csv": "x".repeat(1000) });

it("reads every file by the central directory, folders in names included", async () => {
  const entries = zipEntries(archive);
  expect(entries.map(({ name }) => name)).toEqual(["folder/a.csv", "b.csv"]);
  expect((await entries[0]?.extract(100))?.toString()).toBe("email\n");
  expect([isZip(archive), isZip(Buffer.from("email\n")), isZip(Buffer.alloc(0))]).toEqual([true, false, false]);
});

it("refuses files beyond the limit, encrypted files and damaged archives", async () => {
  const [, long] = zipEntries(archive);
  expect((await long?.extract(1000))?.length).toBe(1000);
  await expect(long?.extract(999)).rejects.toBeInstanceOf(ZipError);
  const encrypted = Buffer.from(archive);
  const directory = encrypted.readUInt32LE(encrypted.length - 6);
  encrypted.writeUInt16LE(1, directory + 8);
  await expect(zipEntries(encrypted)[0]?.extract(100)).rejects.toBeInstanceOf(ZipError);
  for (const length of [0, 10, 60, archive.length - 30]) {
    expect(() => zipEntries(archive.subarray(0, length))).toThrow(ZipError);
  }
  const lost = Buffer.from(archive);
  lost.writeUInt32LE(0xff_ff_ff, lost.length - 6);
  expect(() => zipEntries(lost)).toThrow(ZipError);
});
