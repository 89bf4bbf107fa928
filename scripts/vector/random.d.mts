import type { Hex } from 'viem'

export type Random = {
  readonly below: (limit: number) => number
  readonly isTrue: (chance?: number) => boolean
  readonly bytes: (size: number) => Hex
  readonly account: () => Hex
  readonly word: () => Hex
  readonly uint: (bits: number) => bigint
  readonly pick: <Item>(list: readonly Item[]) => Item
}
export function openRandom(seed: number): Random
