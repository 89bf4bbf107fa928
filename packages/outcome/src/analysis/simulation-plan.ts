import type { Address, Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { managerSelectors } from '@vaultwright/registry'
import type { AccountOverride, SimulationRequest } from '../effect/simulation.ts'
import type { BlockRef } from '../read/block-ref.ts'
import type { EthCallResult } from '../read/eth-call.ts'

/** The block that the transaction is in, the same for every engine. */
export type SimulatedBlock = {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
}

/** Gas that a transaction may have on Ethereum. Source: EIP-7825. */
export const gasDefault = 2n ** 24n

/** Asks who the vault of a Manager is. */
export const vaultSelector = managerSelectors.vault

/** Spells every address of a request the one way. */
export function withChecksums(request: SimulationRequest): SimulationRequest {
  const { vault, watch, overrides } = request
  const entries = Object.entries(overrides ?? {}) as [Address, AccountOverride][]
  return {
    ...request,
    from: checksummed(request.from),
    to: checksummed(request.to),
    data: request.data.toLowerCase() as Hex,
    ...(vault === undefined ? {} : { vault: vault === null ? null : checksummed(vault) }),
    watch: (watch ?? []).map(checksummed),
    overrides: Object.fromEntries(entries.map(([name, override]) => [checksummed(name), override])),
  }
}

/** Says which block the transaction is in. */
export function simulatedBlockOf(request: SimulationRequest, parent: BlockRef): SimulatedBlock {
  return { number: parent.number + 1n, timestamp: request.atUnix ?? parent.timestamp + 1n }
}

/**
 * Reads which account a call of `vault()` named.
 *
 * @returns the vault; null when the contract has no such function or returns the zero address.
 */
export function vaultIn(answer: EthCallResult | undefined): Address | null {
  if (answer === undefined || !answer.ok) return null
  if (!/^0x0{24}[0-9a-f]{40}$/i.test(answer.data)) return null
  const vault = checksummed(`0x${answer.data.slice(26)}`)
  return BigInt(vault) === 0n ? null : vault
}

function checksummed(address: Address): Address {
  return checksumOf(address.toLowerCase() as Hex)
}
