import { setFlagsFromString } from "node:v8";

/**
 * A worker has few objects and passes on many buffers. V8 would go through all objects for every ten megabytes of buffers;
 * it waits for three times as much as there is instead.
 */
export const relaxHeapGrowth = (): void => setFlagsFromString("--heap-growing-percent=300");
