type LoopState = {
  /** Failed rounds, parts of rounds and tasks. */
  failures: number;
  /** When a round last ended without an error; of `performance.now()`. */
  succeededAt: number;
};

/** The key is the task of the loop. */
const states = new Map<string, LoopState>();

function getState(task: string): LoopState {
  const state = states.get(task) ?? { failures: 0, succeededAt: performance.now() };
  states.set(task, state);
  return state;
}

export function countLoopFailure(task: string): void {
  getState(task).failures += 1;
}

/** A round ended without an error, or the loop begins. */
export function noteLoopSuccess(task: string): void {
  getState(task).succeededAt = performance.now();
}

/** What the metrics of the process say of its loops; `lagS`: for how long no round has ended without an error. */
export const listLoopStates = (): { task: string; failures: number; lagS: number }[] =>
  [...states].map(([task, { failures, succeededAt }]) => ({
    task,
    failures,
    lagS: (performance.now() - succeededAt) / 1000,
  }));
