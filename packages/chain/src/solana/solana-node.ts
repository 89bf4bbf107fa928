import { mainnetGenesisHash, type SvmAddress } from '@vaultwright/svm'
import type { Rpc } from '../rpc/rpc.ts'
import { type HttpRpcOptions, openHttpRpc } from '../transport/http-rpc.ts'
import {
  prepareSvm,
  readSvmAccounts,
  type SvmAccountsAt,
  type SvmPreparation,
  type SvmReadOptions,
} from './account-read.ts'
import {
  readSvmBlockTime,
  readSvmSignatures,
  readSvmTransactions,
  type SvmLandedTransaction,
  type SvmSignature,
  type SvmSignatureQuery,
} from './history-read.ts'
import { readPriorityFees } from './priority-fee.ts'
import { type SvmSimulateOptions, type SvmSimulation, simulateSvm } from './simulate.ts'
import { solanaDialectOf } from './solana-dialect.ts'
import {
  readSvmRent,
  readSvmSlot,
  readSvmTokenAccounts,
  type SvmTokenAccounts,
} from './token-account-read.ts'

/** The endpoints of a cluster, and the patience with them. */
export type SolanaNodeOptions = Omit<HttpRpcOptions, 'chainId' | 'agreement'> & {
  /** Of the cluster that each endpoint must serve; null when any will do; default: mainnet's. */
  readonly genesisHash?: string | null
}

/**
 * The port to a Solana cluster.
 *
 * Everything throws what the transport throws when no endpoint answers, `SolanaRefusedError` when a node
 * refuses, and `RpcAnswerError` when an answer makes no sense; their kinds say what to do.
 */
export type SolanaNode = {
  /** The name of the source of the answers, without credentials. */
  readonly name: string
  /** Reads accounts at one slot. */
  readonly accountsAt: (
    addresses: readonly SvmAddress[],
    options?: SvmReadOptions,
  ) => Promise<SvmAccountsAt>
  /** Reads accounts at one slot and a blockhash, in one round trip. */
  readonly prepare: (
    addresses: readonly SvmAddress[],
    options?: SvmReadOptions,
  ) => Promise<SvmPreparation>
  /** Simulates a transaction in one round trip. It never throws for a node: then it is unavailable. */
  readonly simulate: (base64: string, options: SvmSimulateOptions) => Promise<SvmSimulation>
  /** Reads recent prices of a compute unit · micro-lamports. */
  readonly priorityFees: (writable: readonly SvmAddress[]) => Promise<readonly bigint[]>
  /** Reads what an account of so many bytes must hold · lamports. */
  readonly rent: (bytes: number) => Promise<bigint>
  readonly slot: (options?: SvmReadOptions) => Promise<bigint>
  readonly signaturesOf: (
    address: SvmAddress,
    query?: SvmSignatureQuery,
  ) => Promise<readonly SvmSignature[]>
  readonly transactions: (
    signatures: readonly string[],
  ) => Promise<readonly (SvmLandedTransaction | null)[]>
  /** Reads when a slot's block was made · unix seconds. */
  readonly blockTime: (slot: bigint) => Promise<bigint | null>
  readonly tokenAccountsOf: (
    owner: SvmAddress,
    options?: SvmReadOptions,
  ) => Promise<SvmTokenAccounts>
  readonly close: () => Promise<void>
}

/**
 * Opens a cluster over HTTP. Each endpoint must show the cluster's genesis hash before its first answer is
 * taken, after each failure, and with every read that a transaction is built on.
 *
 * @throws {InvalidEndpointError} {NoEndpointError} as `openHttpRpc`.
 */
export function openSolanaNode(options: SolanaNodeOptions): SolanaNode {
  const { genesisHash = mainnetGenesisHash } = options
  return solanaNodeOf(openHttpRpc(options, solanaDialectOf(genesisHash)))
}

/** Makes the port over any transport, such as a recording. */
export function solanaNodeOf(rpc: Rpc): SolanaNode {
  return {
    name: rpc.name,
    accountsAt: (addresses, options) => readSvmAccounts(rpc, addresses, options),
    prepare: (addresses, options) => prepareSvm(rpc, addresses, options),
    simulate: (base64, options) => simulateSvm(rpc, base64, options),
    priorityFees: (writable) => readPriorityFees(rpc, writable),
    rent: (bytes) => readSvmRent(rpc, bytes),
    slot: (options) => readSvmSlot(rpc, options),
    signaturesOf: (address, query) => readSvmSignatures(rpc, address, query),
    transactions: (signatures) => readSvmTransactions(rpc, signatures),
    blockTime: (slot) => readSvmBlockTime(rpc, slot),
    tokenAccountsOf: (owner, options) => readSvmTokenAccounts(rpc, owner, options),
    close: () => rpc.close(),
  }
}
