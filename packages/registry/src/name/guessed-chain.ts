import type { Address } from '@vaultwright/base'
import { chainOf } from '../chain.ts'
import { contractsAt } from '../contract/known-contract.ts'
import { type KnownVault, knownVaults } from '../known-vault.ts'
import { tokenOf } from '../token/known-token.ts'

/** The evidence in a tree of its chain. */
type ChainEvidence = {
  readonly vault: Address | null
  readonly manager: Address | null
  /** Accounts that its leaves call or name. */
  readonly accounts: Iterable<Address>
}

/** The chain that a vault on record is most likely on. */
export type ChainGuess = {
  readonly chainId: number
  readonly vault: KnownVault
  /** On how many chains the vault is on record. */
  readonly chains: number
  /** The number of accounts on record on the chain; null where one chain alone is possible. */
  readonly accounts: number | null
}

/**
 * Guesses the chain of a tree from its vault.
 *
 * A vault on record on one chain alone is there. One on several is where the Manager is on record, else
 * where most of the accounts are on record.
 *
 * @returns null when the vault is not on record, and when two chains are as likely.
 */
export function guessChain({ vault, manager, accounts }: ChainEvidence): ChainGuess | null {
  const deployments = knownVaults.filter((known) => isSame(known.vault, vault))
  const managed = deployments.filter((known) => known.managers.some((one) => isSame(one, manager)))
  const candidates = managed.length > 0 ? managed : deployments
  const [first, ...further] = candidates
  if (first === undefined) return null
  const chains = deployments.length
  if (further.length === 0) return { chainId: first.chainId, vault: first, chains, accounts: null }
  const distinct = [...new Set(accounts)]
  const scored = candidates
    .map((known) => ({ known, score: recordedCount(known.chainId, distinct) }))
    .sort((one, other) => other.score - one.score)
  const [best, next] = scored
  if (best!.score === next!.score) return null
  const { known: likely, score } = best!
  return { chainId: likely.chainId, vault: likely, chains, accounts: score }
}

/**
 * Says a guess in words.
 *
 * @returns as in `mainnet, because vault 0x… is eBTC`.
 */
export function printChainGuess({ chainId, vault, chains, accounts }: ChainGuess): string {
  const slug = chainOf(chainId)?.slug ?? String(chainId)
  const because = `${slug}, because vault ${vault.vault} is ${vault.name}`
  if (accounts !== null) {
    const places = `, which is on ${chains} chains, and most of its accounts are on record on ${slug} (${accounts})`
    return `${because}${places}`
  }
  return chains === 1 ? because : `${because} and this is its Manager there`
}

function recordedCount(chainId: number, accounts: readonly Address[]): number {
  const isRecorded = (account: Address) =>
    tokenOf(chainId, account) !== null || contractsAt(chainId, account).length > 0
  return accounts.filter(isRecorded).length
}

function isSame(one: string, other: string | null): boolean {
  return other !== null && one.toLowerCase() === other.toLowerCase()
}
