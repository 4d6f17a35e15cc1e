/**
 * The zone of the browsers: New York from 6:00 to 20:00 there, otherwise Tokyo, where it is then day. A test that works with
 * the real clock therefore never crosses midnight. The zone is a browser's own: Node's zone plays no part in any test.
 */
export function daytimeZone(now = new Date()): string {
  const hour = Number(
    new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      hour: "numeric",
      hourCycle: "h23",
    }).format(now),
  );
  return hour >= 6 && hour < 20 ? "America/New_York" : "Asia/Tokyo";
}
