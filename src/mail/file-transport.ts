import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { SendOutcome } from "./outcome.ts";

/**
 * Mail as files under `<dataDir>/outbox`, for development and for inspection before going live. The mails contain
 * sign-in links, so other accounts must not be able to read them.
 */
export function createFileTransport(dataDir: string): (message: { raw: Buffer; id: string }) => Promise<SendOutcome> {
  const folder = path.join(dataDir, "outbox");
  const marks = path.join(folder, ".ids");

  async function write({ raw, id }: { raw: Buffer; id: string }): Promise<SendOutcome> {
    const name = `${fileTime(await firstSeen(path.join(marks, id)))}-${id}.eml`;
    const draft = path.join(folder, `.${randomUUID()}.tmp`);
    try {
      await writeFile(draft, raw, { mode: 0o600 });
      await rename(draft, path.join(folder, name));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return { outcome: "sent", response: `outbox/${name}` };
  }

  return async (message) => {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(message.id)) throw new Error("message id is not a safe file name");
    try {
      return await write(message);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await mkdir(marks, { recursive: true, mode: 0o700 });
      return write(message);
    }
  };
}

/**
 * The time in a message's file name, the same at every repetition and in every process: the modification time of an
 * empty marker file that is created once and never written.
 */
async function firstSeen(mark: string): Promise<Date> {
  const file = await open(mark, "a");
  try {
    return (await file.stat()).mtime;
  } finally {
    await file.close();
  }
}

const fileTime = (time: Date) => time.toISOString().slice(0, 19).replace(/[-:]/g, "");
const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";
