import type { Address, Hex } from '@vaultwright/base'
import {
  type AccountOverride,
  type BlockRef,
  gasDefault,
  type SimulatedBlock,
  type SimulationRequest,
  type StateOverrides,
} from '@vaultwright/outcome'
import type { Chain } from '../port/chain.ts'
import { printQuantity } from '../rpc/answer.ts'

/**
 * Reads the block whose state the transaction meets, unless the request has it already.
 *
 * @throws {BlockNotFoundError} when the node has no such block.
 */
export async function blockOf(
  chain: Pick<Chain, 'readBlock'>,
  request: Pick<SimulationRequest, 'block'>,
): Promise<BlockRef> {
  const { block = 'latest' } = request
  return typeof block === 'object' ? block : chain.readBlock(block)
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

function wordOf(value: Hex): Hex {
  return `0x${value.slice(2).toLowerCase().padStart(64, '0')}`
}
