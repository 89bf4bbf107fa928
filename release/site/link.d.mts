export function brokenLinksOf(folder: string): {
  readonly broken: readonly string[]
  readonly count: number
  readonly pages: number
}
export function brokenTargetsOf(root: string): {
  readonly broken: readonly string[]
  readonly count: number
}
export function anchorsOf(text: string): readonly string[]
