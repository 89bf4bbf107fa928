import type { EVM } from '@ethereumjs/evm'
import { Address as EvmAddress } from '@ethereumjs/util'
import { type Hex, parseHex } from '@vaultwright/base'
import type { World } from '../world/world-type.ts'
import { type EvmBlock, historyContract, historySlotOf, type Surrounding } from './evm-type.ts'

type BlockOption = NonNullable<Parameters<EVM['runCall']>[0]['block']>

/**
 * Makes the block that a run sees. Each question of it is noted.
 *
 * Chosen, not proven: the time, no base fee, no fee recipient, PREVRANDAO zero, blob fee one.
 */
export function surroundingsOf(
  { number, timestamp }: EvmBlock,
  world: World,
  note: (surrounding: Surrounding) => void,
): BlockOption {
  const noting = <Value>(name: Surrounding, value: Value): Value => {
    note(name)
    return value
  }
  const feeRecipient = new EvmAddress(new Uint8Array(20))
  const header = {
    get number() {
      return noting('NUMBER', number)
    },
    get timestamp() {
      return noting('TIMESTAMP', timestamp)
    },
    get coinbase() {
      return noting('COINBASE', feeRecipient)
    },
    get difficulty() {
      return noting('PREVRANDAO', 0n)
    },
    get prevRandao() {
      return noting('PREVRANDAO', new Uint8Array(32))
    },
    get gasLimit() {
      return noting('GASLIMIT', world.state.header.gasLimit)
    },
    get baseFeePerGas() {
      return noting('BASEFEE', 0n)
    },
    getBlobGasPrice: () => noting('BLOBBASEFEE', 1n),
  }
  return { header } as BlockOption
}

/** Answers BLOCKHASH: by one slot where the chain keeps a history, else by the headers in between. */
export function ancestorsOf(
  world: World,
  hasHistory: boolean,
  note: (surrounding: Surrounding) => void,
) {
  const hashOf = async (number: bigint): Promise<Hex> => {
    const { header } = world.state
    if (!hasHistory || number >= header.number - 1n) return world.blockHash(number)
    const word = await world.storedWord(historyContract, historySlotOf(number))
    // Development chains have the contract and write nothing into it.
    return BigInt(word) === 0n ? world.blockHash(number) : word
  }
  const blockchain = {
    getBlock: async (number: number) => {
      note('BLOCKHASH')
      const hash = await hashOf(BigInt(number))
      return { hash: () => parseHex(hash) }
    },
    putBlock: async () => undefined,
    shallowCopy: () => blockchain,
  }
  return blockchain
}
