/**
 * The time zone of the browsers: New York between 6:00 and 20:00 local time, otherwise Tokyo, where it is day then. A
 * test that uses the real clock therefore never crosses midnight. Only the browser has this zone; Node's zone does not
 * affect any test. E2E_ZONE names another zone: Pacific/Kiritimati, or GMT+03:26 for a minute of the day.
 */
export function daytimeZone(now = new Date()): string {
  const { E2E_ZONE } = process.env;
  if (E2E_ZONE) return E2E_ZONE;
  const hour = Number(
    new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      hour: "numeric",
      hourCycle: "h23",
    }).format(now),
  );
  return hour >= 6 && hour < 20 ? "America/New_York" : "Asia/Tokyo";
}
