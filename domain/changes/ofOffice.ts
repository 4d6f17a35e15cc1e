/** The changes of stock, prices, texts and options, which only the screens that make them show while they wait. */
import { adjustColorQuantity } from "./adjustColorQuantity";
import { listed } from "./change";
import { recordIntake } from "./recordIntake";
import { setCrew } from "./setCrew";
import { setOfficeSettings } from "./setOfficeSettings";
import { setPrices } from "./setPrices";
import { setReorderLevel } from "./setReorderLevel";
import { setTemplates } from "./setTemplates";
import { setUnit } from "./setUnit";

export const OFFICE_CHANGES = listed([
  recordIntake,
  adjustColorQuantity,
  setReorderLevel,
  setPrices,
  setUnit,
  setTemplates,
  setOfficeSettings,
  setCrew,
]);
