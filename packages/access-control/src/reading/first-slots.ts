import type { Hex } from '@vaultwright/base'
import { entrySlot, layout, proxySlots, wordAt } from '../completeness/layout.ts'
import { listEnd, safeSlots } from './safe-reading.ts'

/** Slots that any account may be asked for before its code is seen: what every kind reads, so that one round trip is enough. */
export const firstSlots: readonly Hex[] = [
  ...[0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 11n, 12n].map(wordAt),
  ...Object.values(safeSlots),
  ...Object.values(proxySlots),
  entrySlot(listEnd, layout.safe.owners),
  entrySlot(listEnd, layout.safe.modules),
]
