/** Whether two addresses are of one deployment. */
export function isSameDeployment(a: string, b: string): boolean {
  return withoutSlash(a) === withoutSlash(b);
}

const withoutSlash = (address: string) => address.trim().toLowerCase().replace(/\/+$/, "");
