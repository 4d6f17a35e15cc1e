export function unsupportedNode(version: string, hasDriver?: boolean): string | null;
