import { ActionIcon, Button, Popover, TextInput, Tooltip } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import {
  IconBold,
  IconH2,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
  type Icon,
} from "../../ui/icons.ts";
import { TagMenu } from "../tags/tag-menu.tsx";
import { richTextMessages } from "./messages.ts";
import { continueIn } from "./selection-style.ts";
import { StyleTool } from "./style-tool.tsx";
import classes from "./rich-text.module.css";

/** Bold, italic, links, lists, font, colour and data of the contact, for the selected words. */
export function FormatTools({ editor, isOfEmail }: { editor: Editor; isOfEmail: boolean }) {
  const t = useMessages(richTextMessages);
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive("bold"),
      italic: now.isActive("italic"),
      underline: now.isActive("underline"),
      heading: now.isActive("heading"),
      bulletList: now.isActive("bulletList"),
      orderedList: now.isActive("orderedList"),
    }),
  });
  const chain = () => continueIn(editor);
  return (
    <div className={classes["tools"]} role="toolbar" aria-label={t.format}>
      <Tool icon={IconBold} label={t.bold} isOn={active.bold} onClick={() => chain().toggleBold().run()} />
      <Tool icon={IconItalic} label={t.italic} isOn={active.italic} onClick={() => chain().toggleItalic().run()} />
      <Tool
        icon={IconUnderline}
        label={t.underline}
        isOn={active.underline}
        onClick={() => chain().toggleUnderline().run()}
      />
      {isOfEmail && <StyleTool editor={editor} />}
      <Tool
        icon={IconH2}
        label={t.heading}
        isOn={active.heading}
        onClick={() => chain().toggleHeading({ level: 2 }).run()}
      />
      <Tool icon={IconList} label={t.list} isOn={active.bulletList} onClick={() => chain().toggleBulletList().run()} />
      <Tool
        icon={IconListNumbers}
        label={t.numbers}
        isOn={active.orderedList}
        onClick={() => chain().toggleOrderedList().run()}
      />
      <LinkTool editor={editor} hasTags={isOfEmail} />
      {isOfEmail && <TagMenu isSmall isInText onChoose={(tag) => chain().insertContent(tag).run()} />}
    </div>
  );
}

type ToolProps = { icon: Icon; label: string; isOn: boolean; onClick: () => void };

const Tool = ({ icon: Icon, label, isOn, onClick }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon
      size={28}
      aria-label={label}
      aria-pressed={isOn}
      className={classes["tool"] ?? ""}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Icon size={16} />
    </ActionIcon>
  </Tooltip>
);

function LinkTool({ editor, hasTags }: { editor: Editor; hasTags: boolean }) {
  const current = () => {
    const { href } = editor.getAttributes("link");
    return typeof href === "string" ? href : "";
  };
  const apply = (href: string) => {
    const chain = continueIn(editor).extendMarkRange("link");
    if (href === "") chain.unsetLink().run();
    else chain.setLink({ href }).run();
  };
  return <AddressTool current={current} hasTags={hasTags} onApply={apply} />;
}

type AddressToolProps = {
  readonly current: () => string;
  readonly hasTags: boolean;
  /** An empty address removes the link. */
  readonly onApply: (href: string) => void;
};

/** The address of a link; one without a scheme is of the web. */
export function AddressTool({ current, hasTags, onApply }: AddressToolProps) {
  const t = useMessages(richTextMessages);
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState("");
  const apply = () => {
    const href = address.trim();
    setOpen(false);
    onApply(href === "" || hasScheme.test(href) ? href : `https://${href}`);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} width={280} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          size={28}
          aria-label={t.link}
          title={t.link}
          className={classes["tool"] ?? ""}
          onClick={() => {
            setAddress(current());
            setOpen(true);
          }}
        >
          <IconLink size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            apply();
          }}
        >
          <TextInput
            label={t.address}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            rightSection={hasTags && <TagMenu field={t.address} isSmall onChoose={setAddress} />}
            data-autofocus
          />
          <Button type="submit" size="xs" mt={8}>
            {t.apply}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

const hasScheme = /^(?:[a-z][a-z0-9+.-]*:|\{\{|#)/i;
