import type { Identity } from '../identity.mjs'

export type CodeBlock = {
  readonly language: string
  readonly line: number
  readonly code: string
}
export const root: string
export function pagesOf(root: string): readonly string[]
export function blocksOf(text: string): readonly CodeBlock[]
export function shown(path: string): string
export function writeGuides(
  root: string,
  options: { readonly folder: string; readonly identity: Identity },
): { readonly front: string; readonly others: readonly string[] }
