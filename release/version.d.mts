export function versionOf(
  current: string,
  options: { readonly changelog: string; readonly wanted?: string },
): string
export function writeVersion(root: string, version: string): void
export function isLater(one: string, other: string): boolean
