export type InstalledSet = 'start' | 'whole'
export type Mark = { readonly set: InstalledSet; readonly lock: string; readonly machine: string }
type LockedPackage = {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}
export function install(set: InstalledSet): Promise<void>
export function assertNode(version: string): void
export function markOf(set: InstalledSet): Mark
export function isEnough(text: string, wanted: Mark): boolean
export function countOf(
  lock: { readonly packages: Readonly<Record<string, LockedPackage>> },
  set: InstalledSet,
): number
export function reasonOf(output: string): string
