import { setCrew as setCrewChange } from "../domain/changes/setCrew";
import { setOfficeSettings } from "../domain/changes/setOfficeSettings";
import { mutationOf, workspaceQuery } from "./functions";
import { officeOf } from "./model/office/settings";
import { crewArgs, settings as settingsValidator, settingsArgs } from "./model/office/validators";

/** The options of the office. */
export const settings = workspaceQuery({
  args: {},
  returns: settingsValidator,
  handler: async (ctx) => (await officeOf(ctx, ctx.workspaceId)).settings,
});

export const setSettings = mutationOf(setOfficeSettings, {
  args: settingsArgs,
});

export const setCrew = mutationOf(setCrewChange, { args: crewArgs });
