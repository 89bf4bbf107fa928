export type Pack = {
  readonly name: string
  readonly file: string
  readonly integrity: string
  readonly size: number
}
type Manifest = Readonly<Record<string, unknown>>
export function packagesOf(
  root: string,
): readonly { readonly name: string; readonly dir: string; readonly manifest: Manifest }[]
export function publishedManifest(manifest: Manifest, version: string): Manifest
export function packAll(
  root: string,
  options: { readonly version: string; readonly folder: string },
): readonly Pack[]
export function npm(
  words: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): string
