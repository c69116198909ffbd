import { BufferArena } from "../../mail/buffer-arena.ts";

const maxKept = 8;

/** Memory for the messages of groups, reused by later groups. */
export class ArenaPool {
  readonly #free: BufferArena[] = [];

  take(): BufferArena {
    return this.#free.pop() ?? new BufferArena();
  }

  /** Nothing of the group is read any more. */
  giveBack(arena: BufferArena): void {
    arena.reset();
    if (this.#free.length < maxKept) this.#free.push(arena);
  }
}
