import type { Identity } from './identity.mjs'

export type Pack = {
  readonly name: string
  readonly file: string
  readonly integrity: string
  readonly size: number
}
type Manifest = Readonly<Record<string, unknown>>
type Package = { readonly name: string; readonly dir: string; readonly manifest: Manifest }
type Published = { readonly version: string; readonly identity: Identity }
export function packagesOf(root: string): readonly Package[]
export function publishedManifest(
  pack: Pick<Package, 'dir' | 'manifest'>,
  published: Published,
): Manifest
export function packAll(
  root: string,
  options: Published & { readonly folder: string },
): readonly Pack[]
export function npm(
  words: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): string
