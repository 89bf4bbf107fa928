import type { Address, Hex } from '@vaultwright/base'
import type { SafeAccountState } from './verified-entry.ts'

/** A word of a Safe's storage: in a slot, or in the entry of a key in the mapping of that slot. */
export type SafeWord = {
  /** As people call it. */
  readonly field: string
  /** 32 bytes. */
  readonly slot: Hex
  /** Null for the slot itself. */
  readonly key: Address | null
  readonly word: Hex
}

/**
 * Slots of what a Safe keeps beside its lists.
 *
 * Source: SafeStorage, GuardManager, ModuleManager, FallbackManager; each slot but the first is the hash of its name.
 */
export const safeSlots = {
  singleton: `0x${'0'.repeat(64)}`,
  guard: '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
  moduleGuard: '0xb104e0b93118902c651344349b610029d694cfdec91c589c91ebafbcd0289947',
  fallbackHandler: '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
} as const satisfies Readonly<Record<string, Hex>>

/** The account before the first and behind the last entry of a Safe's lists. */
export const safeListEnd: Address = '0x0000000000000000000000000000000000000001'

/**
 * Lists the words that the storage of a Safe has if its account is so: each owner, each module, counts and guards.
 *
 * The version is none of them: it follows from the code of the singleton alone.
 *
 * Source: SafeStorage, the same from 1.3.0 to 1.5.0.
 */
export function safeStorageOf(account: SafeAccountState): readonly SafeWord[] {
  const { owners, modules, threshold, nonce } = account
  const named = Object.entries(safeSlots).map(([field, slot]) => {
    const value = account[field as keyof typeof safeSlots]
    return { field, slot, key: null, word: wordOf(BigInt(value)) }
  })
  return [
    ...named,
    { field: 'owner count', slot: wordOf(3n), key: null, word: wordOf(BigInt(owners.length)) },
    { field: 'threshold', slot: wordOf(4n), key: null, word: wordOf(BigInt(threshold)) },
    { field: 'nonce', slot: wordOf(5n), key: null, word: wordOf(nonce) },
    ...linksOf('owners', owners, wordOf(2n)),
    ...linksOf('modules', modules, wordOf(1n)),
  ]
}

/** A list is a ring: each entry leads to the next, and the last one back to the end. */
function linksOf(field: string, list: readonly Address[], slot: Hex): readonly SafeWord[] {
  const ring = [safeListEnd, ...list]
  return ring.map((key, index) => {
    const next = ring[index + 1] ?? safeListEnd
    return { field, slot, key, word: wordOf(BigInt(next)) }
  })
}

function wordOf(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}
