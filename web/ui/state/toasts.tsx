import { Notifications, notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.css";
import { asFailure } from "../../api/api-failure.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { IconAlertTriangle, IconCircleCheck } from "../icons.ts";
import { uiMessages } from "../messages.ts";
import { describeFailure } from "./failure.tsx";
import classes from "./toasts.module.css";

/** Where toasts appear; once in the app. */
export const Toasts = () => <Notifications position="bottom-right" autoClose={5000} limit={4} />;

type Undo = { readonly onUndo?: () => void };

/** `const toast = useToasts(); toast.done(t.saved)`. Errors stay until they are closed. */
export function useToasts() {
  const t = useMessages(uiMessages);
  return {
    /** Returns what closes the toast before its time. */
    done: (message: string, { onUndo }: Undo = {}): (() => void) => {
      const id = notifications.show({
        icon: <IconCircleCheck size={18} />,
        color: "transparent",
        className: classes["toast"] ?? "",
        "data-tone": "good",
        closeButtonProps: { "aria-label": t.close },
        message: (
          <span className={classes["line"]}>
            {message}
            {onUndo !== undefined && (
              <button
                type="button"
                onClick={() => {
                  onUndo();
                  notifications.hide(id);
                }}
              >
                {t.undo}
              </button>
            )}
          </span>
        ),
      });
      return () => notifications.hide(id);
    },
    failed: (error: unknown, what: string = t.failed.notSaved) => {
      const failure = asFailure(error);
      const request = failure.requestId === undefined ? "" : ` (${t.request(failure.requestId.slice(0, 13))})`;
      notifications.show({
        icon: <IconAlertTriangle size={18} />,
        color: "transparent",
        className: classes["toast"] ?? "",
        "data-tone": "bad",
        closeButtonProps: { "aria-label": t.close },
        autoClose: false,
        message: `${what} ${describeFailure(failure, t)}${request}`,
      });
    },
  };
}
