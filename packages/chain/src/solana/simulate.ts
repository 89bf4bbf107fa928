import { BaseError, type Fact } from '@vaultwright/base'
import {
  decodeTransaction,
  programErrorOf,
  type SvmAccount,
  type SvmAddress,
  type Transaction,
} from '@vaultwright/svm'
import { RpcAnswerError } from '../rpc/answer.ts'
import type { Rpc, RpcCall } from '../rpc/rpc.ts'
import {
  accountCallsOf,
  assertLifetime,
  assertSameTime,
  type SvmAccountsAt,
  type SvmCommitment,
} from './account-read.ts'
import { parseSolanaAnswer } from './answer.ts'
import {
  accountsAfterOf,
  boundedLogs,
  innerProgramsOf,
  type RawSimulated,
  readSimulated,
  type SvmTokenBalances,
  tokenBalancesOf,
} from './simulated-answer.ts'
import { type SvmFailure, svmFailureOf } from './simulation-failure.ts'

/** Options of a simulation. */
export type SvmSimulateOptions = {
  /** Accounts that are compared before and after; those that the transaction does not name are left out. */
  readonly watched: readonly SvmAddress[]
  /** No answer from before this slot is taken; default: 0. */
  readonly minContextSlot?: bigint
  /** True if the node puts a blockhash of its own in; false with a nonce; default: true. */
  readonly replaceBlockhash?: boolean
  /** Default: `confirmed`. */
  readonly commitment?: SvmCommitment
  /** The program whose error numbers are the vault's; default: the published one. */
  readonly vaultProgram?: SvmAddress
}

/** The result of a simulated transaction. Null: not known. */
export type SvmSimulation = {
  readonly status: 'succeeded' | 'failed' | 'unavailable'
  /** Null exactly when it succeeded. */
  readonly error: SvmFailure | null
  /** The logs of the programs, at most 1,000 lines and 100,000 characters. */
  readonly logs: readonly string[]
  /** Compute units. */
  readonly unitsConsumed: number | null
  readonly feeLamports: bigint | null
  /** The slot whose state the transaction met. */
  readonly slot: bigint | null
  /** The watched accounts, read in the same round trip; perhaps from another slot. */
  readonly accountsBefore: SvmAccountsAt | null
  /** The watched accounts as the transaction would leave them; null also when it failed. */
  readonly accountsAfter: ReadonlyMap<SvmAddress, SvmAccount | null> | null
  /** Token accounts of the transaction, where the node that ran it names all of them with their owner. */
  readonly tokenBalances: SvmTokenBalances | null
  /** Each program that programs called, once. */
  readonly innerPrograms: readonly SvmAddress[] | null
  /** The blockhash that the node put in. */
  readonly replacement: { readonly blockhash: string; readonly lastValidBlockHeight: bigint } | null
}

/**
 * Simulates a transaction, and reads what it watches in the same round trip.
 *
 * A transaction that fails is a result. A node that does not simulate is one, too: `unavailable`, with the
 * reason as its error.
 *
 * @param base64 - the transaction; its signatures are not verified.
 */
export async function simulateSvm(
  rpc: Rpc,
  base64: string,
  options: SvmSimulateOptions,
): Promise<SvmSimulation> {
  const { minContextSlot = 0n, replaceBlockhash = true, commitment = 'confirmed' } = options
  const transaction = transactionOf(base64)
  const watched = watchedIn(transaction, options.watched)
  const config = { commitment, encoding: 'base64', minContextSlot: Number(minContextSlot) }
  const reads = accountCallsOf(watched, config)
  const call: RpcCall = {
    method: 'simulateTransaction',
    params: [
      base64,
      {
        ...config,
        sigVerify: false,
        replaceRecentBlockhash: replaceBlockhash,
        innerInstructions: true,
        accounts: { encoding: 'base64', addresses: watched },
      },
    ],
  }
  try {
    const answers = await rpc.ask([...reads.calls, call])
    const { context, value } = parseSolanaAnswer(readSimulated, call, answers[reads.calls.length])
    const before = reads.parse(answers)
    if ('slot' in before) assertSameTime(rpc.name, [before.slot, context.slot])
    if (replaceBlockhash && (value.replacementBlockhash ?? null) === null) {
      throw new RpcAnswerError(call.method, 'it does not say which blockhash it put in')
    }
    return simulationOf(call, {
      value,
      slot: context.slot,
      watched,
      before: 'slots' in before ? null : before,
      transaction,
      vaultProgram: options.vaultProgram,
    })
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return unavailableOf(error)
  }
}

/** The simulation that could not be made. */
function unavailableOf(error: BaseError): SvmSimulation {
  const { code, shortMessage } = error
  return {
    status: 'unavailable',
    error: {
      instruction: null,
      program: null,
      programCode: null,
      name: code,
      text: `The simulation is not available. ${shortMessage}`,
      err: null,
    },
    logs: [],
    unitsConsumed: null,
    feeLamports: null,
    slot: null,
    accountsBefore: null,
    accountsAfter: null,
    tokenBalances: null,
    innerPrograms: null,
    replacement: null,
  }
}

type Simulated = {
  readonly value: RawSimulated
  readonly slot: bigint
  readonly watched: readonly SvmAddress[]
  readonly before: SvmAccountsAt | null
  /** Null for one that cannot be read: a node says why. */
  readonly transaction: Transaction | null
  readonly vaultProgram: SvmAddress | undefined
}

function simulationOf(call: RpcCall, simulated: Simulated): SvmSimulation {
  const { value, slot, watched, before, transaction, vaultProgram } = simulated
  const err = (value.err ?? null) as Fact
  const isFailed = err !== null
  const logs = boundedLogs(value.logs ?? [])
  const replacement = value.replacementBlockhash ?? null
  if (replacement !== null) assertLifetime(call, slot, replacement.lastValidBlockHeight)
  return {
    status: isFailed ? 'failed' : 'succeeded',
    error: isFailed
      ? svmFailureOf(err, {
          logs: value.logs ?? [],
          programs: transaction?.message?.instructions.map(({ program }) => program) ?? [],
          nameOf: (program, code) => programErrorOf(program, code, vaultProgram),
        })
      : null,
    logs,
    unitsConsumed: value.unitsConsumed ?? null,
    feeLamports: value.fee ?? null,
    slot,
    accountsBefore: before,
    accountsAfter: isFailed ? null : accountsAfterOf(call, value, watched),
    tokenBalances: tokenBalancesOf(value),
    innerPrograms: innerProgramsOf(value, transaction),
    replacement,
  }
}

/** Reads a transaction for the names of its programs; null where only the node can say what is wrong. */
function transactionOf(base64: string): Transaction | null {
  try {
    return decodeTransaction(base64)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return null
  }
}

/** Nodes refuse more addresses than a transaction has accounts. */
function watchedIn(
  transaction: Transaction | null,
  watched: readonly SvmAddress[],
): readonly SvmAddress[] {
  const unique = [...new Set(watched)]
  if (transaction === null || transaction.missingTables.length > 0) return unique
  const named = new Set(transaction.accounts.map(({ address }) => address))
  return unique.filter((address) => named.has(address))
}
