import { useLayoutEffect, useRef, type RefObject } from "react";

/** The value of the latest render, for listeners that are added once. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
