import type { BeaconNetwork, PinnedCheckpoint } from '../packages/finality/src/index.ts'

export function agreedCheckpoint(
  urls: readonly string[],
  options: {
    readonly root?: string | undefined
    readonly nowUnix: bigint
    readonly network?: BeaconNetwork
  },
): Promise<PinnedCheckpoint>
export function withCheckpoint(text: string, checkpoint: PinnedCheckpoint): string
