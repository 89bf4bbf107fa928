import type { Address, Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { managerSelectors } from '@vaultwright/registry'
import type { AccountOverride, SimulationRequest, StateOverrides } from '../effect/simulation.ts'
import type { Chain } from '../port/chain.ts'
import type { BlockRef } from '../read/block.ts'
import type { EthCallResult } from '../read/read-calls.ts'
import { printQuantity } from '../rpc/answer.ts'

/** The block that the transaction is in, the same for every engine. */
export type SimulatedBlock = {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
}

/** Gas that a transaction may have on Ethereum. Source: EIP-7825. */
const gasDefault = 2n ** 24n

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

/**
 * Reads the block whose state the transaction meets, unless the request has it already.
 *
 * @throws {BlockNotFoundError} when the node has no such block.
 */
export async function blockOf(chain: Chain, request: SimulationRequest): Promise<BlockRef> {
  const { block = 'latest' } = request
  return typeof block === 'object' ? block : chain.readBlock(block)
}

/** Says which block the transaction is in. */
export function simulatedBlockOf(request: SimulationRequest, parent: BlockRef): SimulatedBlock {
  return { number: parent.number + 1n, timestamp: request.atUnix ?? parent.timestamp + 1n }
}

/** Prints the transaction as nodes want it. Gas is free, so that no balance moves for it. */
export function printTransaction(request: SimulationRequest): Readonly<Record<string, string>> {
  return {
    from: request.from,
    to: request.to,
    data: request.data,
    value: printQuantity(request.value ?? 0n),
    gas: printQuantity(request.gas ?? gasDefault),
    gasPrice: '0x0',
  }
}

/** Prints the block that the transaction is in. */
export function printBlockOverrides(block: SimulatedBlock): Readonly<Record<string, string>> {
  return {
    number: printQuantity(block.number),
    time: printQuantity(block.timestamp),
    baseFeePerGas: '0x0',
    feeRecipient: `0x${'0'.repeat(40)}`,
  }
}

/** Prints what accounts shall look like. */
export function printOverrides(
  overrides: StateOverrides,
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const entries = Object.entries(overrides) as [Address, AccountOverride][]
  return Object.fromEntries(
    entries.map(([name, { balance, nonce, code, state, stateDiff }]) => [
      name,
      {
        ...(balance === undefined ? {} : { balance: printQuantity(balance) }),
        ...(nonce === undefined ? {} : { nonce: printQuantity(nonce) }),
        ...(code === undefined ? {} : { code }),
        ...(state === undefined ? {} : { state: printStorage(state) }),
        ...(stateDiff === undefined ? {} : { stateDiff: printStorage(stateDiff) }),
      },
    ]),
  )
}

/** Prints storage with whole words. */
export function printStorage(storage: Readonly<Record<Hex, Hex>>): Record<Hex, Hex> {
  const entries = Object.entries(storage) as [Hex, Hex][]
  return Object.fromEntries(entries.map(([slot, value]) => [wordOf(slot), wordOf(value)]))
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

function wordOf(value: Hex): Hex {
  return `0x${value.slice(2).toLowerCase().padStart(64, '0')}`
}
