import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Name, NullableId, Text, NamedObject } from "../../../kernel/schema.ts";
import { File } from "../shapes.ts";

export const VideoThumbnailInput = NamedObject("VideoThumbnailInput", {
  url: Text(2000, 1),
  name: Type.Optional(Name),
  folderId: Type.Optional(NullableId),
});

export const videoRoutes = defineRoutes("Content", "content", {
  addVideoThumbnail: {
    method: "POST",
    path: "/files/video-thumbnail",
    mcp: "catalog",
    effect: "internal",
    summary: "Add the thumbnail of a YouTube or Vimeo video with a play button; link it to `origin.url`",
    body: VideoThumbnailInput,
    answers: { 201: File },
    errors: ["validation url", "validation name", "validation folderId", "conflict limit", "upstream video"],
  },
});
