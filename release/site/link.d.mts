export function brokenLinksOf(folder: string): {
  readonly broken: readonly string[]
  readonly count: number
  readonly pages: number
}
