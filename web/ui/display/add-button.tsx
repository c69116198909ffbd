import { Button } from "@mantine/core";
import { IconPlus } from "../icons.ts";

/** The button of a page that starts something new. */
export const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button leftSection={<IconPlus size={16} />} onClick={onClick}>
    {label}
  </Button>
);
