import type { EVM } from '@ethereumjs/evm'
import { Address as EvmAddress } from '@ethereumjs/util'
import { type Address, type Hex, parseHex } from '@vaultwright/base'
import type { World } from '../world/world.ts'

/** The block that a transaction is in: the one after the state. */
export type EvmBlock = {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
}

/** What a contract may ask of the block it runs in, by opcode. */
export type Surrounding =
  | 'NUMBER'
  | 'TIMESTAMP'
  | 'COINBASE'
  | 'PREVRANDAO'
  | 'GASLIMIT'
  | 'BASEFEE'
  | 'BLOBBASEFEE'
  | 'BLOCKHASH'
  | 'BEACONROOT'

/**
 * What nobody knows before the block is made: a run that asks for one of these is not proven, whatever it
 * answers.
 */
export const unknowable: ReadonlySet<Surrounding> = new Set([
  'COINBASE',
  'PREVRANDAO',
  'BEACONROOT',
])

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

/** EIP-2935: keeps the hashes of 8,191 blocks from Prague on. */
export const historyContract: Address = '0x0000f90827f1c53a10cb7a02335b175320002935'
const historyLength = 8_191n

/** The slot in which the history contract keeps a block's hash. */
export function historySlotOf(number: bigint): Hex {
  return `0x${(number % historyLength).toString(16).padStart(64, '0')}`
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
