import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { asFailure, type ApiFailure } from "../../../api/api-failure.ts";
import { call } from "../../../api/client.ts";
import type { InputOf } from "../../../api/operations.ts";
import { toQueryKey } from "../../../api/queries.ts";

export type CampaignChange = InputOf<"PATCH /campaigns/{campaign_id}">["body"];

export type Autosave = {
  /** Saved a moment after the last change; changes of one moment are one request. */
  readonly save: (change: CampaignChange) => void;
  /** Saves what waits; false when the server refused it. */
  readonly flush: () => Promise<boolean>;
  readonly state: "saved" | "saving" | "failed";
  readonly savedAt: Date | undefined;
  readonly failure: ApiFailure | undefined;
};

const delayMs = 600;

/** One request after another, so that an older change never overtakes a newer one. */
export function useAutosave(campaignId: string): Autosave {
  const client = useQueryClient();
  const waiting = useRef<CampaignChange>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const queue = useRef<Promise<boolean>>(Promise.resolve(true));
  const [state, setState] = useState<Autosave["state"]>("saved");
  const [savedAt, setSavedAt] = useState<Date>();
  const [failure, setFailure] = useState<ApiFailure>();

  const send = async (): Promise<boolean> => {
    const body = waiting.current;
    if (Object.keys(body).length === 0) return true;
    waiting.current = {};
    try {
      const params = { campaign_id: campaignId };
      const saved = await call("PATCH /campaigns/{campaign_id}", { params, body });
      client.setQueryData(toQueryKey("GET /campaigns/{campaign_id}", { params }), saved);
      void client.invalidateQueries({ queryKey: toQueryKey("GET /campaigns") });
      setFailure(undefined);
      setState("saved");
      setSavedAt(new Date());
      return true;
    } catch (error) {
      setFailure(asFailure(error));
      setState("failed");
      return false;
    }
  };
  const flush = (): Promise<boolean> => {
    clearTimeout(timer.current);
    queue.current = queue.current.then(send);
    return queue.current;
  };
  const flushLatest = useRef(flush);
  useEffect(() => {
    flushLatest.current = flush;
  });
  useEffect(() => () => void flushLatest.current(), []);

  const save = (change: CampaignChange): void => {
    waiting.current = { ...waiting.current, ...change };
    setState("saving");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), delayMs);
  };
  return { save, flush, state, savedAt, failure };
}
