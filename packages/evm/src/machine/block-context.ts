import type { EVM, EVMOpts } from '@ethereumjs/evm'
import { Address as EvmAddress } from '@ethereumjs/util'
import { type Hex, parseHex, zeroAddress } from '@vaultwright/base'
import type { World } from '../world/world-type.ts'
import { type BlockFact, type EvmBlock, historyContract, historySlotOf } from './evm-type.ts'

/** An opcode that stands in place of the interpreter's own. */
export type ReplacedOpcode = Extract<
  NonNullable<EVMOpts['customOpcodes']>[number],
  { readonly logicFunction: unknown }
>

type BlockOption = NonNullable<Parameters<EVM['runCall']>[0]['block']>

/**
 * Makes the block that a run sees. Each question of it is noted.
 *
 * Chosen, not proven: the time, and no base fee, no fee recipient, PREVRANDAO zero, blob fee one.
 */
export function blockContextOf(
  { number, timestamp, chosen = {} }: EvmBlock,
  world: World,
  note: (surrounding: BlockFact) => void,
): BlockOption {
  const noting = <Value>(name: BlockFact, value: Value): Value => {
    note(name)
    return value
  }
  const { feeRecipient = zeroAddress, prevRandao, baseFee = 0n, blobFee = 1n, gasLimit } = chosen
  const recipient = new EvmAddress(parseHex(feeRecipient))
  const random = prevRandao === undefined ? new Uint8Array(32) : parseHex(prevRandao)
  const header = {
    get number() {
      return noting('NUMBER', number)
    },
    get timestamp() {
      return noting('TIMESTAMP', timestamp)
    },
    get coinbase() {
      return noting('COINBASE', recipient)
    },
    get difficulty() {
      return noting('PREVRANDAO', 0n)
    },
    get prevRandao() {
      return noting('PREVRANDAO', random)
    },
    get gasLimit() {
      return noting('GASLIMIT', gasLimit ?? world.state.header.gasLimit)
    },
    get baseFeePerGas() {
      return noting('BASEFEE', baseFee)
    },
    getBlobGasPrice: () => noting('BLOBBASEFEE', blobFee),
  }
  return { header } as BlockOption
}

/** A GASPRICE that is noted: the price is the sender's choice. */
export function notedGasPrice(
  { chosen: { gasPrice = 0n } = {} }: EvmBlock,
  note: (surrounding: BlockFact) => void,
): ReplacedOpcode {
  return {
    opcode: 0x3a,
    opcodeName: 'GASPRICE',
    baseFee: 2,
    logicFunction: ({ stack }) => {
      note('GASPRICE')
      stack.push(gasPrice)
    },
  }
}

/** Answers BLOCKHASH: by one slot where the chain keeps a history, else by the headers in between. */
export function ancestorsOf(
  world: World,
  hasHistory: boolean,
  note: (surrounding: BlockFact) => void,
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
