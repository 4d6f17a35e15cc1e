import { v } from "convex/values";
import { workspaceMutation, workspaceQuery } from "./functions";
import { openedMessage } from "./model/history/openedMessages";
import {
  setTemplates as writeTemplates,
  templatesOf,
} from "./model/messages/templates";
import {
  messageKind,
  templateArgs,
  templates as templatesValidator,
} from "./model/messages/validators";

/** What the office has written for its texts to customers. */
export const templates = workspaceQuery({
  args: {},
  returns: templatesValidator,
  handler: async (ctx) => await templatesOf(ctx, ctx.workspaceId),
});

/** Changes the office's texts: a missing one stays, and null brings the suggested one back. */
export const setTemplates = workspaceMutation({
  kind: "messages.setTemplates",
  args: templateArgs,
  returns: v.null(),
  handler: async (ctx, args) => {
    await writeTemplates(ctx, ctx.workspaceId, args);
    return null;
  },
});

/**
 * Notes in the history of a job, or of a customer, that a person opened a message in their message app. Whether it was
 * sent is not known.
 */
export const noteOpened = workspaceMutation({
  kind: "messages.noteOpened",
  args: { subject: v.string(), message: messageKind },
  returns: v.null(),
  handler: async (ctx, { subject, message: kind }) => {
    ctx.recorder.opened = await openedMessage(ctx, ctx.workspaceId, {
      subject,
      kind,
    });
    return null;
  },
});
