import { v } from "convex/values";
import { noteOpened as noteOpenedChange } from "../domain/changes/noteOpened";
import { setTemplates as setTemplatesChange } from "../domain/changes/setTemplates";
import { mutationOf, workspaceQuery } from "./functions";
import { templatesOf } from "./model/messages/templates";
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

export const setTemplates = mutationOf(setTemplatesChange, {
  args: templateArgs,
});

export const noteOpened = mutationOf(noteOpenedChange, {
  args: { subject: v.string(), message: messageKind },
});
