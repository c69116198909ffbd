import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconCheck, IconCopy } from "../icons.ts";
import { uiMessages } from "../messages.ts";

/** Copies the text; with `label` a button with words, otherwise an icon named after what it copies. */
export function CopyButton({ text, name, withLabel = false }: { text: string; name: string; withLabel?: boolean }) {
  const t = useMessages(uiMessages);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  const icon = isCopied ? <IconCheck size={15} /> : <IconCopy size={15} />;
  const word = isCopied ? t.copied : t.copy;
  if (withLabel)
    return (
      <Button variant="default" size="xs" leftSection={icon} onClick={copy} aria-label={`${word}: ${name}`}>
        {word}
      </Button>
    );
  return (
    <Tooltip label={word}>
      <ActionIcon size={28} onClick={copy} aria-label={`${word}: ${name}`}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
