import type { Address, Hex } from '@vaultwright/base'

/** A transaction that calls an account. */
export type EvmCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
  readonly gas: bigint
  /** The price of the authorizations of a set-code transaction, which its maker wrote into the state. Source: EIP-7702. */
  readonly authorizations?: AuthorizationPrice
}

/** The gas that authorizations add to a transaction. */
type AuthorizationPrice = {
  readonly intrinsic: bigint
  readonly refund: bigint
  /** The accounts that signed. */
  readonly warm: readonly Address[]
}

/** The result of a transaction. */
export type EvmRun = {
  readonly isSuccess: boolean
  /** The data it returned, or the reason that it reverted. */
  readonly returnData: Hex
  readonly gasUsed: bigint
  /** None when it failed. */
  readonly logs: readonly {
    readonly address: Address
    readonly topics: readonly Hex[]
    readonly data: Hex
  }[]
  readonly trace: EvmFrame
}

/** An EVM over a world. It runs one transaction after the other, each on what the one before left. */
export type EvmMachine = {
  /**
   * @throws {GasTooLowError} when the gas does not cover the call's data.
   * @throws {EvmTimeLimitError} when the world's limit is over.
   * @throws {EvmMemoryLimitError} when its calls carry more data than may be kept.
   * @throws what the world's `bring` throws, {StateMissingError} {StateProofError}: never an outcome then.
   */
  readonly run: (call: EvmCall) => Promise<EvmRun>
  /** The facts of their block that the runs have read so far. */
  readonly asked: ReadonlySet<BlockFact>
}

/** One call inside a transaction, in the words of `callTracer`. */
export type EvmFrame = {
  /** `CALL`, `STATICCALL`, `DELEGATECALL`, `CALLCODE`, `CREATE`, `CREATE2`. */
  readonly type: string
  /** EIP-55. */
  readonly from: Address
  /** EIP-55; null for a creation that failed. */
  to: Address | null
  readonly input: Hex
  output: Hex
  /** Wei. */
  readonly value: bigint
  /** Why it failed; null when it did not. */
  error: string | null
  readonly calls: EvmFrame[]
}

/** The block that a transaction is in: the one after the state. */
export type EvmBlock = {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
  /** Facts that the block's maker chooses; they are unknown before the block is made. */
  readonly chosen?: ChosenBlockFacts
}

/** The choices of a block's maker. What is not given is zero, one for the blob fee, the parent's gas limit. */
type ChosenBlockFacts = {
  readonly feeRecipient?: Address
  /** 32 bytes. */
  readonly prevRandao?: Hex
  /** Wei, as the other prices. */
  readonly baseFee?: bigint
  readonly blobFee?: bigint
  /** The price that the transaction pays a unit. */
  readonly gasPrice?: bigint
  readonly gasLimit?: bigint
}

/** The facts of its block that a contract may read, by opcode. */
export type BlockFact =
  | 'NUMBER'
  | 'TIMESTAMP'
  | 'COINBASE'
  | 'PREVRANDAO'
  | 'GASLIMIT'
  | 'GASPRICE'
  | 'BASEFEE'
  | 'BLOBBASEFEE'
  | 'BLOCKHASH'
  | 'BEACONROOT'
  /** The attributes of the chain below, which the block of an OP Stack chain sets before its first transaction. */
  | 'L1BLOCK'

/**
 * Facts that are unknown before the block is made, or were chosen here, as prices of zero: a run
 * that asks for one of these is not proven, whatever it answers. A block may change the gas limit
 * of its parent by a 1,024th.
 */
export const unknowable: ReadonlySet<BlockFact> = new Set([
  'COINBASE',
  'PREVRANDAO',
  'BEACONROOT',
  'L1BLOCK',
  'GASPRICE',
  'BASEFEE',
  'BLOBBASEFEE',
  'GASLIMIT',
])

/** EIP-2935: keeps the hashes of 8,191 blocks from Prague on. */
export const historyContract: Address = '0x0000f90827f1c53a10cb7a02335b175320002935'
const historyLength = 8_191n

/** The slot in which the history contract keeps a block's hash. */
export function historySlotOf(number: bigint): Hex {
  return `0x${(number % historyLength).toString(16).padStart(64, '0')}`
}
