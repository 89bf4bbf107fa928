import { type Address, BaseError, type Hex, zeroAddress } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { encodeAction, type Reading, type VenueValues } from '@vaultwright/protocols'
import type { VenueChoice } from '../attempt.ts'
import type { QuoteSession } from '../quote-session.ts'

/** So many decoders of a tree are asked. */
const maxDecoders = 8

/** Decoders of the vault's tree, in the order of their first leaf. */
export function decodersOf({ context }: QuoteSession): readonly Address[] {
  const { leaves } = context.build.tree
  const decoders = new Set(leaves.map(({ decoder }) => decoder))
  decoders.delete(zeroAddress)
  return [...decoders].slice(0, maxDecoders)
}

/** The packed entries of a decoder: a leaf binds exactly these. */
export type ReadEntries = { readonly decoder: Address; readonly entries: readonly Address[] }

/** Asks decoders what they pack for some calldata: those that refuse it do not read it. */
export function* readPackings(
  decoders: readonly Address[],
  data: Hex | null,
): Reading<readonly ReadEntries[]> {
  if (data === null) return []
  const answers = yield decoders.map((to) => ({ to, data }))
  return decoders.flatMap((decoder, index) => {
    const entries = entriesIn(answers[index] ?? null)
    return entries === null ? [] : [{ decoder, entries }]
  })
}

/** Encodes a call of a venue, for decoders to read; null where its values do not make one. */
export function callOf(
  { sellAmount, context, block }: QuoteSession,
  { venue, listing }: VenueChoice,
  { values }: VenueValues,
): Hex | null {
  const { action } = listing.permission!
  const { vault, manager } = context.build
  const filled: Record<string, AbiValue> = {}
  for (const [name, { kind }] of Object.entries(action.parameters)) {
    filled[name] = values[name] ?? emptyValues[kind] ?? 0n
  }
  filled[venue.amount] = sellAmount
  if (venue.deadline !== null) filled[venue.deadline] = block.timestamp
  try {
    return encodeAction(action, { ...filled, self: vault, manager })
  } catch (error) {
    if (error instanceof BaseError || error instanceof RangeError) return null
    throw error
  }
}

/** Of parameters that no leaf binds: what stands there does not matter to a decoder. */
const emptyValues: Readonly<Record<string, AbiValue>> = {
  account: zeroAddress,
  token: zeroAddress,
  tokens: [],
  integers: [],
  amounts: [],
  minimums: [],
  flag: false,
  bytes: '0x',
  word: `0x${'00'.repeat(32)}`,
}

/** `bytes` of whole addresses. */
function entriesIn(answer: Hex | null): readonly Address[] | null {
  if (answer === null || answer.length < 2 + 128) return null
  const words = answer.slice(2)
  if (BigInt(`0x${words.slice(0, 64)}`) !== 32n) return null
  const length = Number(BigInt(`0x${words.slice(64, 128)}`))
  const packed = words.slice(128, 128 + 2 * length)
  if (packed.length !== 2 * length || length % 20 !== 0) return null
  const entries = packed.match(/.{40}/g) ?? []
  return entries.map((entry) => checksumOf(`0x${entry.toLowerCase()}`))
}
