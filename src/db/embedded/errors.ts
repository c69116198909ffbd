/** A problem of the embedded database that the operator can solve; the message says how. */
export class EmbeddedError extends Error {}

export type ClaimOwner = { pid: number; command: string };

export class AlreadyRunning extends EmbeddedError {
  readonly owner: ClaimOwner;

  constructor(dataDir: string, owner: ClaimOwner) {
    const remedy = owner.command === "start" ? "Stop it first" : "Wait until it ends";
    super(
      `The data folder ${dataDir} is in use by "postrider ${owner.command}" (process ${owner.pid}). ` +
        `${remedy}, or set DATA_DIR to another folder.`,
    );
    this.owner = owner;
  }
}

export function errorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

const remedies = [
  { sign: /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/, remedy: "The disk is full: free some space" },
  {
    sign: /EACCES|EPERM|Permission denied|not permitted|wrong ownership/,
    remedy: "Permission denied: run it as the account that owns the data folder, or change the owner of the folder",
  },
  { sign: /EROFS|Read-only file system/, remedy: "The file system is read-only: set DATA_DIR to another folder" },
  {
    sign: /invalid permissions/,
    remedy: "Other accounts can read the database files: set the mode of that folder to 0700",
  },
];

/** The error plus a remedy when the text shows a known cause. */
export function withRemedy(problem: string): string {
  const known = remedies.find(({ sign }) => sign.test(problem));
  return known === undefined ? problem : `${problem}\n${known.remedy}.`;
}

/** Translates file system errors into a sentence; all others pass unchanged. */
export async function explainFileErrors<Value>(dataDir: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EmbeddedError || errorCode(error) === undefined || !(error instanceof Error)) throw error;
    const problem = `The embedded database in ${dataDir} cannot be used: ${error.message}`;
    throw new EmbeddedError(withRemedy(problem), { cause: error });
  }
}
