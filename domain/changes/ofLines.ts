/** The changes of the lines of a job and of its estimate, which only their screens show while they wait. */
import { listed } from "./change";
import { addLines, editLines, removeLines } from "./jobLines";
import { putBackLines, takeLines } from "./lineStock";
import { noteEstimate } from "./noteEstimate";

export const LINE_CHANGES = listed([
  ...[addLines, editLines, removeLines],
  ...[takeLines, putBackLines, noteEstimate],
]);
