import { BaseError, type Fact } from '@vaultwright/base'
import { type ReadBy, readerOf } from '@vaultwright/document'
import type { SvmAccount, SvmAddress } from '@vaultwright/svm'
import Type from 'typebox'
import { nullable, nullish, RpcAnswerError } from '../rpc/answer.ts'
import type { Rpc, RpcCall } from '../rpc/rpc.ts'
import {
  accountCallsOf,
  assertLifetime,
  type SvmAccountsAt,
  type SvmCommitment,
} from './account-read.ts'
import {
  atSlot,
  exactCount,
  parseSolanaAnswer,
  rawLifetime,
  rawSvmAccount,
  svmAccountOf,
  svmAddress,
  tokenAmount,
} from './answer.ts'
import { accountIndex, loadedAddresses } from './history-read.ts'
import { type SvmFailure, svmFailureOf } from './simulation-failure.ts'

/** How a transaction is simulated. */
export type SvmSimulateOptions = {
  /** Accounts that are compared before and after; those that the transaction does not name are left out. */
  readonly watched: readonly SvmAddress[]
  /** No answer from before this slot is taken; default: 0. */
  readonly minContextSlot?: bigint
  /** Whether the node puts a blockhash of its own in; false with a nonce; default: true. */
  readonly replaceBlockhash?: boolean
  /** Default: `confirmed`. */
  readonly commitment?: SvmCommitment
}

/** What a token account holds, as the node that ran the transaction counts it. */
export type SvmTokenBalance = {
  /** Which account of the transaction it is. */
  readonly accountIndex: number
  readonly mint: SvmAddress
  /** Whose token account it is. */
  readonly owner: SvmAddress
  readonly amountRaw: bigint
  readonly decimals: number
}

/** What a transaction would do. Null: not known. */
export type SvmSimulation = {
  readonly status: 'succeeded' | 'failed' | 'unavailable'
  /** Null exactly when it succeeded. */
  readonly error: SvmFailure | null
  /** What the programs logged, at most 1,000 lines and 100,000 characters. */
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

/** Token accounts before and after. */
export type SvmTokenBalances = {
  readonly before: readonly SvmTokenBalance[]
  readonly after: readonly SvmTokenBalance[]
}

const maxLogLines = 1_000
const maxLogCharacters = 100_000

const rawTokenBalance = Type.Object({
  accountIndex,
  mint: svmAddress,
  owner: Type.Optional(svmAddress),
  uiTokenAmount: Type.Object({ amount: tokenAmount, decimals: accountIndex }),
})
const rawInnerCall = Type.Object({
  programId: Type.Optional(svmAddress),
  programIdIndex: Type.Optional(accountIndex),
})
const readSimulated = readerOf(
  atSlot(
    Type.Object({
      err: Type.Unknown(),
      logs: nullable(Type.Array(Type.String())),
      unitsConsumed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 32 })),
      fee: nullish(exactCount),
      accounts: nullish(Type.Array(nullable(rawSvmAccount))),
      loadedAddresses: nullish(loadedAddresses),
      preTokenBalances: nullish(Type.Array(rawTokenBalance)),
      postTokenBalances: nullish(Type.Array(rawTokenBalance)),
      innerInstructions: nullish(
        Type.Array(Type.Object({ instructions: Type.Array(rawInnerCall) })),
      ),
      replacementBlockhash: nullish(rawLifetime),
    }),
  ),
)
type RawSimulated = ReadBy<typeof readSimulated>['value']

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
  const watched = [...new Set(options.watched)]
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
    return simulationOf(call, {
      value,
      slot: context.slot,
      watched,
      before: 'slots' in before ? null : before,
    })
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return unavailableOf(error)
  }
}

/** The simulation that could not be made. */
export function unavailableOf(error: BaseError): SvmSimulation {
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
}

function simulationOf(call: RpcCall, { value, slot, watched, before }: Simulated): SvmSimulation {
  const err = (value.err ?? null) as Fact
  const isFailed = err !== null
  const logs = boundedLogs(value.logs ?? [])
  const replacement = value.replacementBlockhash ?? null
  if (replacement !== null) assertLifetime(call, slot, replacement.lastValidBlockHeight)
  return {
    status: isFailed ? 'failed' : 'succeeded',
    error: isFailed
      ? svmFailureOf(err, { logs: value.logs ?? [], programs: [], nameOf: () => null })
      : null,
    logs,
    unitsConsumed: value.unitsConsumed ?? null,
    feeLamports: value.fee ?? null,
    slot,
    accountsBefore: before,
    accountsAfter: isFailed ? null : accountsAfterOf(call, value, watched),
    tokenBalances: tokenBalancesOf(value),
    innerPrograms: innerProgramsOf(value),
    replacement,
  }
}

function accountsAfterOf(
  call: RpcCall,
  { accounts }: RawSimulated,
  watched: readonly SvmAddress[],
): ReadonlyMap<SvmAddress, SvmAccount | null> | null {
  if (accounts === undefined || accounts === null) {
    if (watched.length === 0) return new Map()
    throw new RpcAnswerError(call.method, 'it has no accounts, though they were asked for')
  }
  if (accounts.length !== watched.length) {
    const why = `it has ${accounts.length} accounts, and ${watched.length} were asked for`
    throw new RpcAnswerError(call.method, why)
  }
  return new Map(watched.map((address, index) => [address, svmAccountOf(call, accounts[index]!)]))
}

/** Half of them, or some without an owner, would hide what moved. */
function tokenBalancesOf(value: RawSimulated): SvmTokenBalances | null {
  const { preTokenBalances, postTokenBalances } = value
  const before = (preTokenBalances ?? null)?.flatMap(tokenBalanceOf) ?? null
  const after = (postTokenBalances ?? null)?.flatMap(tokenBalanceOf) ?? null
  if (before === null || after === null) return null
  const isWhole =
    before.length === preTokenBalances?.length && after.length === postTokenBalances?.length
  return isWhole ? { before, after } : null
}

function tokenBalanceOf(
  raw: NonNullable<RawSimulated['preTokenBalances']>[number],
): readonly SvmTokenBalance[] {
  const { accountIndex, mint, owner, uiTokenAmount } = raw
  if (owner === undefined) return []
  const { amount, decimals } = uiTokenAmount
  return [{ accountIndex, mint, owner, amountRaw: amount, decimals }]
}

function innerProgramsOf({ innerInstructions }: RawSimulated): readonly SvmAddress[] | null {
  if (innerInstructions === undefined || innerInstructions === null) return null
  const programs = innerInstructions.flatMap(({ instructions }) =>
    instructions.flatMap(({ programId }) => programId ?? []),
  )
  return [...new Set(programs)]
}

/** What is not seen could rewrite what a terminal shows. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

function boundedLogs(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  let size = 0
  for (const line of lines) {
    size += line.length
    if (kept.length === maxLogLines || size > maxLogCharacters) {
      kept.push(`(${lines.length - kept.length} more lines)`)
      break
    }
    kept.push(line.replace(invisibleCharacters, '\ufffd'))
  }
  return kept
}
