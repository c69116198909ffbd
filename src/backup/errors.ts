/** An error that the operator can understand and solve; the message explains it. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";
