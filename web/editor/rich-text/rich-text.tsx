import { ActionIcon, Button, Popover, TextInput, Tooltip } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
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
import { KeptStyles, StyledSpan } from "./styles.ts";
import { editedText } from "./text-html.ts";
import classes from "./rich-text.module.css";

type Props = {
  readonly label: string;
  readonly html: string;
  readonly onChange: (html: string) => void;
  /** False where no data of the contact can be inserted. */
  readonly hasTags?: boolean;
};

/** Text with bold, italic, links, lists and data of the contact. */
export function RichText({ label, html, onChange, hasTags = true }: Props) {
  const [edited] = useState(() => editedText(html));
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        code: false,
        codeBlock: false,
        link: {
          openOnClick: false,
          autolink: false,
          isAllowedUri: () => true,
          HTMLAttributes: { rel: null, target: null },
        },
      }),
      KeptStyles,
      StyledSpan,
    ],
    content: edited.html,
    injectCSS: false,
    immediatelyRender: true,
    editorProps: { attributes: { role: "textbox", "aria-multiline": "true", "aria-label": label } },
    onUpdate: ({ editor: changed }) => onChange(edited.toBlock(changed.getHTML())),
  });
  return (
    <div>
      <p className={classes["label"]}>{label}</p>
      <div className={classes["box"]}>
        <Tools editor={editor} hasTags={hasTags} />
        <EditorContent editor={editor} className={classes["content"]} />
      </div>
    </div>
  );
}

function Tools({ editor, hasTags }: { editor: Editor; hasTags: boolean }) {
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
  const chain = () => editor.chain().focus();
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
      <LinkTool editor={editor} hasTags={hasTags} />
      {hasTags && <TagMenu isSmall onChoose={(tag) => chain().insertContent(tag).run()} />}
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

/** The address of the selected words; an empty one removes the link. */
function LinkTool({ editor, hasTags }: { editor: Editor; hasTags: boolean }) {
  const t = useMessages(richTextMessages);
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState("");
  const open = () => {
    const { href } = editor.getAttributes("link");
    setAddress(typeof href === "string" ? href : "");
    setOpen(true);
  };
  const apply = () => {
    const href = address.trim();
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href === "") chain.unsetLink().run();
    else chain.setLink({ href: hasScheme.test(href) ? href : `https://${href}` }).run();
    setOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} width={280} shadow="md" trapFocus>
      <Popover.Target>
        <Tooltip label={t.link}>
          <ActionIcon size={28} aria-label={t.link} onClick={open}>
            <IconLink size={16} />
          </ActionIcon>
        </Tooltip>
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
            rightSection={hasTags && <TagMenu isSmall onChoose={setAddress} />}
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
