import { CSV_START, csvRow } from "@domain/files/csv";
import { dayKeyOf } from "@domain/dates/days";
import { cellsOf, JOB_COLUMNS, titlesOf, type ExportedJob } from "@domain/files/exports";
import { withCrewNames, type Crews } from "@domain/job/crews";
import { downloadFile } from "@/lib/downloadFile";

/** Downloads some jobs as the CSV file of all jobs has them. They are on this device: no connection is needed. */
export function downloadJobs(jobs: readonly ExportedJob[], office: Crews): void {
  const rows = jobs.map((job) => csvRow(cellsOf(JOB_COLUMNS, withCrewNames(job, office))));
  const parts = [CSV_START, csvRow(titlesOf(JOB_COLUMNS)), ...rows];
  const file = new Blob(parts, { type: "text/csv;charset=utf-8" });
  downloadFile(`jobs-${dayKeyOf(Date.now())}.csv`, file);
}
