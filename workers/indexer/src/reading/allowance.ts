import type { Address, Hex } from '@vaultwright/base'
import type { ChainLog } from '@vaultwright/chain'
import { checksumOf } from '@vaultwright/merkle'
import type { AllowancePair, AllowancePairs } from '@vaultwright/protocols'
import { vaultTopics } from '@vaultwright/registry'

/** Pairs that a day asks for at most. */
export const pairLimit = 1_000

/** Makes the topics of Approval events of some owners. */
export function approvalTopicsOf(owners: readonly Address[]): readonly (Hex | readonly Hex[])[] {
  const topicOf = (owner: Address): Hex => `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`
  return [vaultTopics.Approval, owners.map(topicOf)]
}

/** Reads the pair that an Approval event is about; null for one of another shape, as that of an NFT. */
export function approvedPairOf({ address, topics }: ChainLog): AllowancePair | null {
  const [, owner, spender, ...more] = topics
  if (owner === undefined || spender === undefined || more.length > 0) return null
  return { token: address, owner: accountOf(owner), spender: accountOf(spender) }
}

/**
 * Puts pairs together, each once, in their order.
 *
 * @returns at most `pairLimit`, and a note of how many are left out.
 */
export function allowanceScopeOf(
  pairs: readonly AllowancePair[],
  note: string | null,
): AllowancePairs {
  const byKey = new Map(pairs.map((pair) => [keyOf(pair), pair]))
  const all = [...byKey.values()]
  const leftOut = all.length - pairLimit
  if (leftOut <= 0) return { pairs: all, note }
  const cut = `${leftOut} pairs of token and spender are left out: a day asks for ${pairLimit}.`
  return { pairs: all.slice(0, pairLimit), note: note === null ? cut : `${cut} ${note}` }
}

function keyOf({ token, owner, spender }: AllowancePair): string {
  return `${token} ${owner} ${spender}`
}

function accountOf(topic: Hex): Address {
  return checksumOf(`0x${topic.slice(26)}`)
}
