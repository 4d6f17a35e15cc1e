/** Faults in the rules of the domain: in imports, texts, limits, typed times and the definitions of changes. */
import type { PlantedFault } from "./plantedFault";

/** What a fault breaks, the code, and the code with the fault. */
type Fault = readonly [breaks: string, find: string, replace: string];

/** The faults that one file of tests notices in one file of the domain. */
const TABLE: readonly (readonly [file: string, tests: string, faults: readonly Fault[]])[] =
  // oxfmt-ignore
  [
    ["domain/dates/days.ts", "tests/domain/dates/days.test.ts", [
      ["west of Greenwich a day has the name of the day before", `{ ...parts, timeZone: "UTC" }`, "{ ...parts }"],
    ]],
    ["domain/job/calendar.ts", "tests/domain/job/calendar.test.ts", [
      ["the calendar entry of a job that was made without signal has no client key", "    clientKey: job.clientKey,\n", ""],
    ]],
    ["domain/dates/typedDates.ts", "tests/domain/job/typedTimes.test.ts", [
      ["a date of twelve weeks ago is taken for one of next year only", "const DAYS_BACK = 90;", "const DAYS_BACK = 60;"],
    ]],
    ["domain/dates/typedDays.ts", "tests/domain/job/typedTimes.test.ts", [
      [`"in a month" on January 31 is January 31`, "[date, date - 1, date - 2, date - 3]", "[date, date - 1, date - 2]"],
      [`"the 24th of this month" is no day on the 24th`, "day === null || day < origin ? [] : [day]", "day === null || day <= origin ? [] : [day]"],
      [`"tomorow" is no day`, "  tomorow: 1,\n", ""],
      [`a day that is moved is its own new day`, "day <= moved", "day < moved"],
      [`"fri" for a moved day counts from today`, "moved > today ? moved : today", "moved > today ? today : today"],
      [`"tue this week" is no day on a Tuesday`, ".filter((day) => day >= origin)", ".filter((day) => day > origin)"],
    ]],
    ["domain/job/typedTimes.ts", "tests/domain/job/typedTimes.test.ts", [
      [`"quarter to 1" is a quarter to one in the night`, "${hour === 1 ? 12 : hour - 1}:45", "${hour - 1}:45"],
      [`"fri afternoon" keeps the time of the visit, in the morning`, "part === null ? context.keptTime : timeOfPart", "timeOfPart ?? context.keptTime"],
      [`"quarter past 1" is half past 1`, `part === "half" ? "30" : "15"`, `part === "half" ? "30" : "30"`],
    ]],
    ["domain/dates/typedClock.ts", "tests/domain/job/typedTimes.test.ts", [
      [`"5 in the morning" is no time`, "morning: [4, 11]", "morning: [6, 11]"],
      [`"5 in the evening" is no time`, "evening: [16, 23]", "evening: [18, 23]"],
      [`"wed night 7" is no time`, "night: [17, 23]", "night: [20, 23]"],
      [`"12:30 in the afternoon" is no time`, "afternoon: [12, 17]", "afternoon: [13, 17]"],
    ]],
    ["domain/job/visitTimes.ts", "tests/domain/job/visitTimes.test.ts", [
      ["8:00 PM is not offered for a visit", "last: 20 * 60", "last: 19 * 60"],
    ]],
    ["domain/job/visits.ts", "tests/domain/job/visits.test.ts", [
      ["a visit that is over is moved with those of other jobs", ".filter((job) => visitOutcome(type, job.job_status) === null)", `.filter((job) => visitOutcome(type, job.job_status) !== "cancelled")`],
    ]],
    ["domain/job/schedule.ts", "tests/domain/job/schedule.test.ts", [
      ["the estimate of a job whose install is scheduled is still to be done", ` "approved", "install_scheduled"];`, "  \"approved\",\n];"],
      ["a finished job without a visit on the day counts as open", "return outcomes[0] ?? jobOutcome(job.job_status);", "return outcomes[0] ?? null;"],
    ]],
    ["domain/stock/reorder.ts", "tests/domain/stock/reorder.test.ts", [
      ["stock of no size is offered after its intake was undone", `size === "any" && hadStock`, `size === "any"`],
      ["a color without sizes that ran out is listed without a label", `sizeBadge(sizeOptions) || stockSizeLabel("any")`, "sizeBadge(sizeOptions)"],
    ]],
    ["domain/job/jobCalendar.ts", "tests/domain/job/jobCalendar.test.ts", [
      ["a visit takes a minute in a phone's calendar", `"PT1H"`, `"PT1M"`],
    ]],
    ["domain/job/jobLine.ts", "tests/domain/job/jobLine.test.ts", [
      [`"$2K" is two dollars`, "/\\dk$/i.test(text) ? 1000 * amount", "/\\dk$/.test(text) ? 1000 * amount"],
      ["a dollar sign is offered before the house number", "word === numbers[0] && !isPlaced(index)", "word === numbers[0]"],
      ["a state that was typed in full is in capitals", "state.length > 2 ? capitalized(state) : state.toUpperCase()", "state.toUpperCase()"],
    ]],
    ["domain/job/lineBooking.ts", "tests/domain/job/lineBooking.test.ts", [
      ["a customer whose stored e-mail address has capitals is taken for another one", "known: foldText(customer_email)", "known: customer_email"],
      ["a customer is never known by the e-mail address", "known: foldText(customer_email)", `known: ""`],
      ["a customer who is found by name and by phone is not certain", "[...new Map(found.map((one) => [one.customer_id, one])).values()]", "[...found]"],
    ]],
    ["domain/job/messages.ts", "tests/domain/job/messages.test.ts", [
      ["after the day of the install the crew is not offered that it is done", `install_scheduled: ["done"]`, "install_scheduled: []"],
      ["after the day of the estimate the office is not offered that it is ready", `estimate_scheduled: ["estimate_ready"],`, "estimate_scheduled: [],"],
      ["after an install the question for a review is the last of the messages", `completed: ["done", "review"]`, `completed: ["done"]`],
      ["a message names the later of two visits to come", "}).sort((a, b) => a.at - b.at);\n  return first;", "}).sort((a, b) => b.at - a.at);\n  return first;"],
      ["a crew that is late does not say so", "We are running late today and are sorry about it. We will", "We will"],
      ["a crew that is done does not say where", "We are done at {address}.", "We are done."],
    ]],
    ["domain/messages/messageTemplates.ts", "tests/domain/messages/messageKinds.test.ts", [
      ["the text for a late crew has the label of the reminder", "message_running_late: MESSAGE_LABELS.running_late", "message_running_late: MESSAGE_LABELS.reminder"],
    ]],
    ["domain/names/search.ts", "tests/domain/names/search.test.ts", [
      ["a customer with a long name is not found by id or phone", "    wholeId(customerId),\n    ...phoneWords(phone),\n    ...texts.flatMap((text) => foundWordsOf(text ?? \"\")),", "    ...texts.flatMap((text) => foundWordsOf(text ?? \"\")),\n    wholeId(customerId),\n    ...phoneWords(phone),"],
      ["an imported phone behind long notes is not found", "        .sort((a, b) => Number(isPhone(b)) - Number(isPhone(a))),", ","],
      ["an imported phone with a label is not found as a phone", `text.slice(text.indexOf(": ") + 1)`, "text"],
      ["a customer is found by the former e-mail address", "  \"customer_phone\",\n  \"customer_email\",\n] as const;", "  \"customer_phone\",\n] as const;"],
    ]],
    ["domain/names/similarNames.ts", "tests/domain/names/similarNames.test.ts", [
      ["names in reverse order are not found as similar", "      [one, other],\n      [other, one],", "      [one, other],"],
    ]],
    ["domain/imports/lookalikes.ts", "tests/domain/imports/checkRows.test.ts", [
      ["an import asks about the last of several look-alikes", "else if (like === null && isSamePerson(one, other))", "else if (isSamePerson(one, other))"],
      ["an import joins a customer with either of two", "isIdentical: identical.size === 1", "isIdentical: true"],
      ["an import joins two e-mail addresses of one name", "    this.#add({ ...entry, phone, email });\n", ""],
    ]],
    ["domain/history/history.ts", "tests/domain/history/history.test.ts", [
      ["the history does not say which reorder level was set", "  if (table === \"inventoryReorderLevels\")\n    return `${levelLabel(write, formatTime)}: ${shown(\"level\", after[\"level\"] ?? null, formatTime)}`;\n", ""],
      ["the history does not say that a price is of 6 inch", `size === "5" || size === "6"`, `size === "5"`],
      ["a deleted color is an item in the trash", `  inventoryColors: "Color",`, `  inventoryColors: "Item",`],
    ]],
    ["domain/history/historyText.ts", "tests/domain/history/historyText.test.ts", [
      ["the deletion of the inventory is told as that of all data", `  deleteInventory: "Deleted inventory",`, `  deleteInventory: "Deleted all data",`],
      ["an import is told as a restoration", `  import: "Imported",`, `  import: "Restored",`],
    ]],
    ["domain/calls/operations.ts", "tests/domain/calls/operations.test.ts", [
      ["an import counts prices as items", `pricesSet: { noun: "price", done: "set" }`, `pricesSet: { noun: "item", done: "set" }`],
      ["rows that an undo kept are told as restored", `rowsKept: { done: "kept" }`, `rowsKept: { done: "restored" }`],
    ]],
    ["domain/job/waitingJobs.ts", "tests/domain/job/waitingJobs.test.ts", [
      ["a lead that is dragged into the week gets an install date", "  undated: \"estimate\",\n  unscheduled: \"install\",", "  undated: \"install\",\n  unscheduled: \"install\","],
      ["an installed job that is not paid is shown as over", "jobOutcome(status) !== null && !WAITING_STATUSES.unpaid.includes(status)", "jobOutcome(status) !== null"],
      ["jobs that are not paid are listed under another name", `unpaid: "Installed, not paid"`, `unpaid: "Approved, not scheduled"`],
    ]],
    ["domain/changes/jobFiles.ts", "tests/domain/changes/jobFiles.test.ts", [
      ["new photos stand before those of the list", "[...list, ...fileIds]", "[...fileIds, ...list]"],
    ]],
    ["domain/changes/recordIntake.ts", "tests/domain/changes/recordIntake.test.ts", [
      ["an intake of a mistyped color is booked without a color", "colorNumberOf(typed) ?? (typed.trim() || undefined)", "colorNumberOf(typed) ?? undefined"],
    ]],
    ["domain/changes/change.ts", "tests/domain/changes/change.test.ts", [
      ["of two visits of a job the one that was not moved counts as moved", "            (write.row._id === id || write.row.clientKey === id) &&\n            (field === undefined || field in write.fields),", "            (write.row._id === id || write.row.clientKey === id),"],
    ]],
    ["domain/changes/change.ts", "tests/domain/changes/moveVisits.test.ts", [
      ["a refusal does not name the visit that it is about", "of: rows.length", "of: 1"],
    ]],
    ["domain/changes/setReorderLevel.ts", "tests/domain/changes/adjustColorQuantity.test.ts", [
      ["the reorder level of trim is set for gutters", "{ category, colorNumber, size, level }", "{ category: DEFAULT_ITEM_CATEGORY, colorNumber, size, level }"],
    ]],
    ["domain/files/exports.ts", "tests/domain/files/exports.test.ts", [
      ["an export has phones as bare digits", `    cell: (customer) => formatPhone(customer.customer_phone ?? ""),`, `    cell: (customer) => customer.customer_phone ?? "",`],
      ["the export of the inventory is called prices", "  inventory: \"Inventory\",\n  prices: \"Prices\",", "  inventory: \"Prices\",\n  prices: \"Inventory\","],
    ]],
    ["domain/files/csv.ts", "tests/domain/files/csv.test.ts", [
      ["a text loses its last space in an export", "/[\",\\r\\n]|^\\s|\\s$/", "/[\",\\r\\n]|^\\s/"],
      ["an old line end within a text breaks an export", "/[\",\\r\\n]|^\\s|\\s$/", "/[\",\\n]|^\\s|\\s$/"],
    ]],
    ["domain/job/route.ts", "tests/domain/job/route.test.ts", [
      ["a maps app gets a link that is too long for it", "MAX_LINK_LENGTH = 2_048", "MAX_LINK_LENGTH = 8_192"],
      ["a stop with a very long address makes a link too long", ".slice(0, MAX_STOP_LENGTH);", "    ;"],
    ]],
    ["domain/job/dayVisits.ts", "tests/domain/job/dayVisits.test.ts", [
      ["an install of three days is not counted on its second day", "visitsInto([job], day).some((visit) => visit.type === type)", "false"],
      ["a route passes an install that has ended", "visitOutcome(type, job.job_status) === null", "true"],
    ]],
    ["domain/job/jobInput.ts", "tests/domain/job/jobInput.test.ts", [
      ["a date after 2089 is refused", "Date.UTC(2099, 11, 30)", "Date.UTC(2089, 11, 30)"],
    ]],
    ["domain/stock/inventoryInput.ts", "tests/promises.test.ts", [
      ["an intake of 20,000 pieces is refused", "MAX_INTAKE = 100_000", "MAX_INTAKE = 10_000"],
    ]],
    ["domain/imports/rows.ts", "tests/promises.test.ts", [
      ["an import can be undone for three days", "IMPORT_UNDO_MS = 30 *", "IMPORT_UNDO_MS = 3 *"],
    ]],
    ["domain/files/uploads.ts", "tests/promises.test.ts", [
      ["an office stores one gigabyte of photos in an hour", "MAX_BYTES_PER_HOUR = 4 *", "MAX_BYTES_PER_HOUR = 1 *"],
    ]],
    ["domain/imports/statuses.ts", "tests/domain/imports/statuses.test.ts", [
      ["an unpaid job of another program is imported as paid", "/unpaid|requires_invoicing|invoic|awaiting_payment|past_due/", "/requires_invoicing|invoic|awaiting_payment|past_due/"],
      ["an unscheduled job of another program is imported as scheduled", "/unscheduled|approved|", "/approved|"],
      ["an old job without a status is imported as a lead", "  if (text === NO_STATUS.past) return \"completed\";\n", ""],
    ]],
    ["domain/imports/dates.ts", "tests/domain/imports/dates.test.ts", [
      ["a column of days is imported as the evenings before", "isWritten ? date : inLocalTime(date)", "inLocalTime(date)"],
      ["a window of a file is read as a time with an offset", "!zone[2] || BEFORE_OFFSET.test(rest)", "true"],
      ["the serial number of a day is imported two days late", `"1899-12-30"`, `"1900-01-01"`],
      ["a file whose days stand before the months is read the other way round", "  if (isMonthFirst) return \"month\";\n  return isDayFirst ? \"day\" : \"unclear\";", "  if (isMonthFirst) return \"month\";\n  return \"unclear\";"],
      ["a time with an offset is imported as one in UTC", "wall - 60_000 * offsetOf(zone)", "wall"],
      ["a year of two digits is imported as one of the first century", `year.padStart(4, "20")`, `year.padStart(4, "0")`],
    ]],
    ["domain/imports/jobVisits.ts", "tests/domain/imports/jobRows.test.ts", [
      ["the time of a visit in a column of its own is not imported", "const { time: written, end } = isOwn ? own : apart;", "const { time: written, end } = own;"],
      ["the words beside the date of a visit are lost", "  if (!own.isWhole) reader.leaveField(dateField, reader.text(dateField));\n", ""],
      ["the window of a visit is lost", "if (text !== shown)", "if (text === shown)"],
      ["the end of an imported visit is on the day of its start", "date?.day ?? dayKeyOf(at)", "dayKeyOf(at)"],
    ]],
    ["domain/imports/jobRows.ts", "tests/domain/imports/jobRows.test.ts", [
      ["an imported estimate is as old as the install", `const isOfEstimate = status.startsWith("estimate");`, "const isOfEstimate = false;"],
      ["an imported job has its status since the visit, whatever the file says", "return [since, visit].find(", "return [visit, since].find("],
      ["an imported job whose install is to come is completed", "install.at ?? estimate.at, reading)", "estimate.at ?? install.at, reading)"],
      ["an imported category that is not ours is lost", "  reader.leaveField(\"categories\", unknown.join(\"; \"));\n", ""],
    ]],
    ["domain/imports/people.ts", "tests/domain/imports/people.test.ts", [
      ["the contact person of an imported company is lost", "  reader.leave(\"Contact\", contact);\n", ""],
      ["the city of an address without a street is lost", "    keep(filled);\n", ""],
      ["an imported customer has one address twice", "[JSON.stringify(place), place]", "[place, place]"],
      ["the suffix of an imported name is lost", "    ? { name: person, contact: \"\" }\n    : { name: written, contact: person };", "    ? { name: written, contact: \"\" }\n    : { name: written, contact: person };"],
      ["the country behind an address is lost", "  reader.leave(\"Country\", country);\n", ""],
      ["a place that is said twice loses the words of one", "(one) => !lines.includes(one) && reader.isNew(one.text, used)", "() => false,"],
      ["a job has the city of another address", "streets.size <= 1 && belongs(cell) ? \"\" : cell.group", "\"\""],
    ]],
    ["domain/imports/rowReader.ts", "tests/domain/imports/rowReader.test.ts", [
      ["of two columns of phones the second one is lost", "      if (!isPartOfPlace(field))\n", "      if (isPartOfPlace(field))\n"],
      ["the number of a job in another program is lost", "    if (!this.#columns.isOwn) this.leaveField(field, text);\n", ""],
      ["a home phone fills the phone before the mobile", "rank(a) - rank(b) || a - b", "b - a"],
    ]],
    ["domain/text/money.ts", "tests/domain/text/money.test.ts", [
      [`an amount such as "450 USD" is refused`, "|usd$|", "|"],
      [`"12,50" is read as 1,250 dollars`, "(\\d{1,3}(,\\d{3})+|\\d+)", "[\\d,]+"],
    ]],
    ["domain/imports/rowReader.ts", "tests/domain/imports/people.test.ts", [
      ["an imported phone without its area code is no phone", "digits >= 3 && digits <= 10", "digits >= 10 && digits <= 10"],
    ]],
    ["domain/imports/rowReader.ts", "tests/domain/imports/titles.test.ts", [
      ["a fax is imported as the phone", "(at) => !/fax|pager/i.test(this.#label(at))", "() => true,"],
    ]],
    ["domain/imports/titles.ts", "tests/domain/imports/titles.test.ts", [
      ["the custom fields of Salesforce are not recognized", `.replace(/__c$/i, "")`, ""],
      ["a column of faxes is one of phones", "(?:^|_)(?:fax|pager|", "(?:^|_)(?:pager|"],
    ]],
    ["domain/imports/sourceKeys.ts", "tests/domain/imports/sourceKeys.test.ts", [
      ["a job is imported again after its customer was renamed", `trait("place", row.job_address)`, ""],
      ["a customer is imported again after the phone changed", "traits.some((trait) => stored.includes(trait))", "traits.every((trait) => stored.includes(trait))"],
      ["of several properties of one customer all but one are lost", "return first === hash ? { key, traits } : { key: `${key}:${hash}`, traits };", "return { key, traits };"],
      ["two customers of one name are one, whatever their e-mail addresses", "const identity = [foldText(name), phone, foldText(email)];", "const identity = [foldText(name), phone];"],
      ["rows of different files share a key", "hash53(text, 1).toString(36) + hash53(text, 2).toString(36)", "hash53(text, 1).toString(36) + hash53(text, 1).toString(36)"],
    ]],
    ["domain/imports/table.ts", "tests/domain/imports/table.test.ts", [
      ["the totals of a file are imported as a customer", "const sentence = isTotal ? TOTALS_ROW :", "const sentence = isTotal ? null :"],
      ["the last customer of a report is lost", "isAlone && last.line > before.line + 1", "isAlone"],
      ["the titles below six lines of a report are not found", "MAX_RECORDS_BEFORE = 20", "MAX_RECORDS_BEFORE = 3"],
      ["the first row of a file without titles is lost", "      after: first.line - 1,", "      after: first.line,"],
    ]],
    ["domain/imports/vCards.ts", "tests/domain/imports/vCards.test.ts", [
      ["the preferred phone of a contact is the last one", "return all.toSorted((one, other) => rankOf(one) - rankOf(other));", "return [...all];"],
      ["the fax of a contact is the phone", "!/fax|pager/i.test(label) && holdsPhone(text)", "holdsPhone(text)"],
      ["the PO box of a contact is lost", "? [wholeBox, ...place, \"\"]", "? [\"\", ...place, \"\"]"],
      [`a phone of a contact begins with "tel:"`, `.replace(/^(?:tel|mailto):/i, "")`, ""],
      ["the second address of a contact has the city of the first", `places[at]?.[part] ?? ""`, `places[0]?.[part] ?? ""`],
    ]],
    ["domain/imports/vCardText.ts", "tests/domain/imports/vCards.test.ts", [
      ["the phone that Apple's contacts label is lost", "const plainName = name.replace(/^.*\\./, \"\");", "const plainName = name;"],
      ["a folded line of a contact has a space within a word", "isFolded ? line.slice(1) : line", "line"],
      ["the lines of a contact's notes are joined by an n", "mark.toLowerCase() === \"n\" ? \"\\n\" : mark", "mark"],
    ]],
    ["domain/imports/layouts.ts", "tests/domain/imports/layouts.test.ts", [
      ["e-mail addresses below an unknown title are not found", "  for (const content of CONTENTS) addByContent(table, found, content);", "  for (const content of CONTENTS.slice(1)) addByContent(table, found, content);"],
      ["ZIP codes are asked about as dates", "    /\\D/.test(cell) &&\n", "    cell.length === 5 ||\n"],
      ["the time of a quote is put on the install", "if (visit === \"install\")", "if (field === \"install_date\")"],
      ["the other columns of imported jobs are lost", `isOwn && title === "Created" ? "skip" : "keep"`, `isOwn && title === "Created" ? "skip" : kind === "jobs" ? "skip" : "keep"`],
    ]],
    ["domain/imports/findings.ts", "tests/domain/imports/findings.test.ts", [
      ["an undo of an import that was done is told as one to come", "isUndone ? `Removed ${list}.` : `This removes ${list}.`", "isUndone ? `This removes ${list}.` : `This removes ${list}.`"],
    ]],
    ["domain/imports/leftoverNotes.ts", "tests/domain/imports/leftoverNotes.test.ts", [
      ["imported notes become longer than notes may be", "if (added.length > max) rest.push(leftover);", "if (text.length > max) rest.push(leftover);"],
      ["imported leftovers stand before the notes", "[text, leftoverText(leftover)]", "[leftoverText(leftover), text]"],
    ]],
    ["domain/imports/normalize.ts", "tests/domain/imports/normalize.test.ts", [
      ["the faults of a file are not in its order", "  faults.sort((one, other) => one.line - other.line);\n", ""],
    ]],
    ["domain/stock/inventory.ts", "tests/domain/stock/inventory.test.ts", [
      ["a search for an item finds those with any of the words", "    .every((word) => text.includes(word));", "    .some((word) => text.includes(word));"],
    ]],
    ["domain/calls/workspaces.ts", "tests/domain/calls/workspaces.test.ts", [
      ["a person is the same sender in each workspace", "`${workspaceId}:${userId}`", "userId"],
    ]],
    ["domain/calls/deployments.ts", "tests/domain/calls/deployments.test.ts", [
      ["a slash at its end makes an address one of another deployment", ".replace(/\\/+$/, \"\")", ""],
      ["capitals make an address one of another deployment", ".toLowerCase()", ""],
    ]],
    ["domain/history/trashKeys.ts", "tests/domain/history/trashKeys.test.ts", [
      ["a deleted row is not found in its workspace", "isTrashKey(key) ? key.slice(TRASH_PREFIX.length) : key", "key"],
    ]],
    ["domain/calls/refusals.ts", "tests/domain/calls/refusals.test.ts", [
      ["a refusal names the row above the faulty one", "of === 1 ? message : `Row ${at + 1}: ${message}`", "of === 1 ? message : `Row ${at}: ${message}`"],
    ]],
    ["domain/customer/phone.ts", "tests/domain/customer/phone.test.ts", [
      ["customers with 0123456789 are merged", "/^(?:0123456789|1234567890?)$/", "/^(?:1234567890?)$/"],
    ]],
    ["domain/customer/pastedContact.ts", "tests/domain/customer/pastedContact.test.ts", [
      [`"Thank you" is taken for a name`, "const CLOSING =\n  /^(?:thanks|thank you|many thanks|", "const CLOSING =\n  /^(?:thanks|"],
    ]],
    ["domain/customer/addressText.ts", "tests/domain/customer/addressText.test.ts", [
      [`"or" is read as Oregon`, "state === state.toUpperCase()", "true"],
    ]],
    ["domain/files/images.ts", "tests/domain/files/images.test.ts", [
      ["a photo whose type the phone does not declare is refused", "    plain === \"application/octet-stream\" ||\n", ""],
    ]],
    ["domain/changes/createJob.ts", "tests/domain/changes/createJob.test.ts", [
      ["a device cannot name the customer whom a job of its own has made", "    ...clearNulls(parseInput(customerInput, given)),\n    clientKey,", "    ...clearNulls(parseInput(customerInput, given)),"],
    ]],
    ["domain/job/lineWords.ts", "tests/domain/job/jobLine.test.ts", [
      [`"canceled" stays in the notes of a typed job`, "  [\"canceled\", \"cancelled\"] as const,\n", ""],
    ]],
    ["domain/calls/fields.ts", "tests/domain/history/history.test.ts", [
      ["the history calls an estimate date an install date", `job_estimate_date: { label: "Estimate date"`, `job_estimate_date: { label: "Install date"`],
    ]],
    ["domain/imports/rowInput.ts", "tests/domain/imports/rowInput.test.ts", [
      ["the server takes a chunk of a thousand rows", "z.maxLength(CHUNK_ROWS)", "z.maxLength(10 * CHUNK_ROWS)"],
      ["the server takes a job that the forms refuse", "      parseInput(jobInput, data);\n", ""],
    ]],
  ];

export const DOMAIN_FAULTS: readonly PlantedFault[] = TABLE.flatMap(([file, tests, faults]) =>
  faults.map(([breaks, find, replace]) => ({
    file,
    tests: [tests],
    breaks,
    find,
    replace,
  })),
);
