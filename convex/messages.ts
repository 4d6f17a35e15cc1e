import { v } from "convex/values";
import { noteOpened as noteOpenedChange } from "../domain/changes/noteOpened";
import { setTemplates as setTemplatesChange } from "../domain/changes/setTemplates";
import { mutationOf, workspaceQuery } from "./functions";
import {
  messageKind,
  templateArgs,
  templates as templatesValidator,
} from "./model/messages/validators";
import { officeOf } from "./model/office/settings";

/** What the office has written for its texts to customers. Earlier releases read the company name with them. */
export const templates = workspaceQuery({
  args: {},
  returns: templatesValidator,
  handler: async (ctx) => (await officeOf(ctx, ctx.workspaceId)).templates,
});

export const setTemplates = mutationOf(setTemplatesChange, {
  args: templateArgs,
});

export const noteOpened = mutationOf(noteOpenedChange, {
  args: { subject: v.string(), message: messageKind },
});
