/**
 * Which modules of the page are one file of the build. The bundler would make a file for every combination of screens
 * that needs a module, and the first script names most files.
 */

/** Paths of the repository, by the name of the file of the build. A path that ends with "/" stands for its files. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  icons: ["src/components/icons/icons.ts"],
  historyText: [
    "domain/job/dueAgain.ts",
    "domain/stock/gutterSizes.ts",
    "domain/history/history.ts",
    "domain/history/historyText.ts",
    "domain/stock/inventory.ts",
    "domain/calls/operations.ts",
    "src/offline/outbox/changeText.ts",
    "src/offline/outbox/replacedText.ts",
    "src/offline/outbox/syncStatus.ts",
  ],
  readiness: ["src/offline/days/ReadinessLine.tsx", "src/offline/days/readiness.ts"],
  syncBadge: [
    "src/job/RestoreJob.tsx",
    "src/job/JobSyncBadge.tsx",
    "src/offline/outbox/SyncBadge.tsx",
  ],
  helpers: [
    "src/components/ui/LoadingData.tsx",
    "src/components/ui/SegmentedControl.tsx",
    "src/job/customer/useSimilarCustomers.ts",
    "src/job/formKeys.ts",
    "src/job/leftJobs.ts",
    "src/job/whileConnected.ts",
    "src/lib/copyText.ts",
    "src/lib/downloadFile.ts",
    "src/lib/isComposing.ts",
    "src/lib/openImport.ts",
    "src/lib/openJob.ts",
    "src/lib/scrollIntoViewIfNeeded.ts",
    "src/lib/useDebounced.ts",
    "src/lib/useGo.ts",
    "src/session/OfficeName.tsx",
  ],
  fields: [
    "src/components/ui/Chip.tsx",
    "src/components/ui/Field.tsx",
    "src/components/ui/Input.tsx",
    "src/components/ui/MoneyInput.tsx",
    "src/components/ui/Select.tsx",
    "src/components/ui/Textarea.tsx",
    "src/components/ui/fieldControl.ts",
    "src/lib/fieldError.ts",
  ],
  accountNotices: [
    "src/features/account/NewServerNotice.tsx",
    "src/features/account/SignedOutNotice.tsx",
  ],
  userMenu: ["src/features/account/ProviderUserMenu.tsx", "src/features/account/UserMenuItems.tsx"],
  // What opens the store on the device, which is asked for as a whole.
  deviceStore: [
    "src/offline/device/",
    "packages/convex-outbox/src/creations.ts",
    "packages/convex-outbox/src/outboxItem.ts",
    "packages/convex-outbox/src/restoredData.ts",
    "src/lib/storagePersistence.ts",
    "src/offline/days/copyRules.ts",
    "src/offline/days/copyTables.ts",
    "src/offline/outbox/writerOf.ts",
  ],
  jobForm: [
    "domain/names/duplicates.ts",
    "src/job/customer/matchingCustomers.ts",
    "src/job/JobFormContext.ts",
    "src/job/checkJobForm.ts",
    "src/features/jobs/fields/links.tsx",
    "src/job/jobArgs.ts",
    "src/job/jobForm.ts",
    "src/job/jobFormFields.ts",
    "src/job/newJobStart.ts",
    "src/job/useLastingJobs.ts",
    "src/job/useWaitingChanges.ts",
  ],
  print: ["src/components/PrintSheet.tsx", "src/job/printing.ts", "src/lib/useIsPrinting.ts"],
  crews: [
    "domain/job/crews.ts",
    "src/features/schedule/crews/BeforeVisits.tsx",
    "src/features/schedule/crews/CrewFilter.tsx",
    "src/features/schedule/crews/CrewTag.tsx",
    "src/features/schedule/crews/DayCrews.tsx",
    "src/offline/useCrews.ts",
  ],
  catalogue: [
    "src/offline/days/copyMaterials.ts",
    "src/offline/useCatalogue.ts",
    "src/offline/useCopied.ts",
    "src/offline/useJobLines.ts",
  ],
  moves: [
    "src/features/schedule/moves/LazyMoveDayDialog.tsx",
    "src/features/schedule/moves/moved.ts",
    "src/features/schedule/moves/useMoves.ts",
    "src/features/schedule/moves/withDistance.tsx",
  ],
  swipe: ["src/features/schedule/SwipeDays.tsx", "src/features/schedule/week/useSwipe.ts"],
  seedDefaults: ["src/offline/SeedDefaults.tsx", "src/offline/useSeedDefaults.ts"],
  listTools: [
    "src/components/ui/SearchInput.tsx",
    "src/components/ui/ViewToggle.tsx",
    "src/lib/useFontAtOnce.ts",
  ],
  exports: [
    "domain/files/csv.ts",
    "domain/files/exports.ts",
    "src/components/export/ExportButton.tsx",
  ],
  calendarEntries: [
    "src/features/schedule/MonthEntry.tsx",
    "src/features/schedule/calendar/entryColorClass.ts",
    "src/features/schedule/calendar/entryKey.ts",
    "src/features/schedule/monthMoves.ts",
    "src/features/schedule/calendar/useMonthEntries.ts",
    "src/features/schedule/calendar/useShownDates.ts",
  ],
  waitingJobs: [
    "domain/job/bookAgain.ts",
    "domain/job/waitingJobs.ts",
    "src/job/savedJobList.ts",
    "src/lib/useWaitingJobCounts.ts",
  ],
  dialog: [
    "src/components/ui/Collapsible.tsx",
    "src/components/ui/ConfirmButton.tsx",
    "src/components/ui/Dialog.tsx",
    "src/components/ui/DialogOverlay.tsx",
    "src/components/ui/DialogRequest.tsx",
    "src/components/ui/dialogPortal.ts",
    "src/components/ui/noticeSlot.ts",
  ],
  dateReadings: ["src/job/fields/DateChoice.tsx", "src/job/fields/dateReadings.ts"],
  officeForms: [
    "src/features/schedule/crews/CrewsDialog.tsx",
    "src/features/messages/DuePanel.tsx",
    "src/features/messages/HourFields.tsx",
    "src/features/messages/OfficeHoursDialog.tsx",
    "src/features/messages/typedSettings.ts",
    "src/features/prices/UnitDialog.tsx",
    "src/offline/useSettingsForm.ts",
  ],
  needs: [
    "src/features/schedule/needs/NeedsButton.tsx",
    "src/features/schedule/needs/NeedsDialog.tsx",
  ],
  historyParts: [
    "src/features/history/HistoryToggle.tsx",
    "src/features/history/SubjectHistory.tsx",
  ],
  typedTexts: [
    "src/offline/outbox/leftText.ts",
    "src/offline/texts/TextWriter.ts",
    "src/offline/texts/TypedTexts.ts",
  ],
  SignOutQuestion: [
    "src/features/account/RemoveFromPhone.tsx",
    "src/features/account/SignOutQuestion.tsx",
  ],
  waiting: ["src/job/WaitingJobs.tsx", "src/features/schedule/DeskColumn.tsx"],
  dayMore: ["src/job/JobStock.tsx", "src/features/schedule/DayJobMore.tsx"],
  selection: [
    "src/features/jobs/table/SetStatusDialog.tsx",
    "src/features/schedule/moves/LazyMoveJobsDialog.tsx",
    "src/features/schedule/moves/MoveJobsDialog.tsx",
  ],
  signInForm: [
    "src/features/account/AccountForm.tsx",
    "src/features/account/signInText.ts",
    "src/session/teamApi.ts",
    "src/session/useSignUpPolicy.ts",
  ],
};

export const CHUNK_GROUPS = [
  // One file: in several, with what they import from each other, the same code compresses 5 % worse.
  { name: "start", tags: ["$initial" as const] },
  ...Object.entries(PARTS).map(([name, paths]) => ({
    name,
    test: endingWith(paths),
  })),
];

function endingWith(paths: readonly string[]): RegExp {
  const endings = paths.map((path) =>
    path.endsWith("/") ? `${path}[^/]+` : path.replaceAll(".", String.raw`\.`),
  );
  return new RegExp(`/(?:${endings.join("|")})$`);
}
