/** A task of a company (`owner`); `key` names its template. Slow tasks run when the company has no others. */
export type QueuedTask = { readonly owner: string; readonly key: string; readonly isSlow: boolean };

type Lane<Task> = Map<string, Task[]>;
type CompanyQueue<Task> = { readonly quick: Lane<Task>; readonly slow: Lane<Task>; quickInARow: number };

/** So that a company's slow tasks are not postponed forever. */
const MAX_QUICK_IN_A_ROW = 10;

/** Round robin over companies, then over a company's templates. */
export class FairQueue<Task extends QueuedTask> {
  readonly #companies = new Map<string, CompanyQueue<Task>>();

  add(task: Task): void {
    const company = this.#companies.get(task.owner) ?? { quick: new Map(), slow: new Map(), quickInARow: 0 };
    this.#companies.set(task.owner, company);
    const lane = task.isSlow ? company.slow : company.quick;
    const waiting = lane.get(task.key);
    if (waiting === undefined) lane.set(task.key, [task]);
    else waiting.push(task);
  }

  /** The next task of a company and a lane that may run now. */
  take(isAllowed: (owner: string, isSlow: boolean) => boolean): Task | undefined {
    for (const [owner, company] of this.#companies) {
      const isSlowDue = company.slow.size > 0 && company.quickInARow >= MAX_QUICK_IN_A_ROW;
      const lanes = isSlowDue ? [true, false] : [false, true];
      const isSlow = lanes.find((each) => (each ? company.slow : company.quick).size > 0 && isAllowed(owner, each));
      if (isSlow === undefined) continue;
      company.quickInARow = isSlow ? 0 : company.quickInARow + 1;
      const task = takeNext(isSlow ? company.slow : company.quick);
      // Moves the company to the end of the round.
      this.#companies.delete(owner);
      if (company.quick.size + company.slow.size > 0) this.#companies.set(owner, company);
      if (task !== undefined) return task;
    }
    return undefined;
  }

  /** Removes the tasks of a template. */
  remove({ owner, key }: Pick<Task, "owner" | "key">): Task[] {
    const company = this.#companies.get(owner);
    if (company === undefined) return [];
    const removed = [company.quick, company.slow].flatMap((lane) => {
      const tasks = lane.get(key) ?? [];
      lane.delete(key);
      return tasks;
    });
    if (company.quick.size + company.slow.size === 0) this.#companies.delete(owner);
    return removed;
  }

  removeAll(): Task[] {
    const tasks = [...this.#companies.values()].flatMap(({ quick, slow }) => [...quick.values(), ...slow.values()]);
    this.#companies.clear();
    return tasks.flat();
  }
}

function takeNext<Task>(lane: Lane<Task>): Task | undefined {
  const [first] = lane;
  if (first === undefined) return undefined;
  const [key, tasks] = first;
  const task = tasks.shift();
  lane.delete(key);
  if (tasks.length > 0) lane.set(key, tasks);
  return task;
}
