import { setOfficeSettings } from "../domain/changes/setOfficeSettings";
import { mutationOf, workspaceQuery } from "./functions";
import { officeOf } from "./model/office/settings";
import {
  settings as settingsValidator,
  settingsArgs,
} from "./model/office/validators";

/** The options of the office. */
export const settings = workspaceQuery({
  args: {},
  returns: settingsValidator,
  handler: async (ctx) => (await officeOf(ctx, ctx.workspaceId)).settings,
});

export const setSettings = mutationOf(setOfficeSettings, {
  args: settingsArgs,
});
