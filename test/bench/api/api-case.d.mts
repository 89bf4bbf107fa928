import type { LocalManifest } from '@vaultwright/chain'

export type BenchCase = {
  readonly name: string
  readonly method: string
  path: string
  readonly body?: string
  readonly pathOf?: (ask: (path: string) => Promise<string>) => Promise<string>
}

/** Lists what is asked: reads, and builds without simulation. */
export function casesOf(manifest: Pick<LocalManifest, 'vaults' | 'contracts'>): BenchCase[]
