import { v } from "convex/values";
import { noteEstimate as noteEstimateChange } from "../domain/changes/noteEstimate";
import { noteOpened as noteOpenedChange } from "../domain/changes/noteOpened";
import { setTemplates as setTemplatesChange } from "../domain/changes/setTemplates";
import { mutationOf, workspaceQuery } from "./functions";
import { lastEstimate as findLastEstimate } from "./model/history/openedMessages";
import {
  estimateFields,
  estimateNote,
  lastEstimate as lastEstimateValidator,
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

export const noteEstimate = mutationOf(noteEstimateChange, {
  args: { id: v.string(), message: estimateNote, ...estimateFields },
});

/** What was chosen last for the estimate of a job, by its id or client key, and what was opened last. */
export const lastEstimate = workspaceQuery({
  args: { id: v.string() },
  returns: lastEstimateValidator,
  handler: async (ctx, { id }) => await findLastEstimate(ctx, ctx.workspaceId, id),
});
