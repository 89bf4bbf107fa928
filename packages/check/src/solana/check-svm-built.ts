import { BaseError } from '@vaultwright/base'
import {
  decodeTransaction,
  type Instruction,
  isAdvanceNonce,
  type Message,
  readComputeBudget,
  type SvmAddress,
  type Transaction,
} from '@vaultwright/svm'
import {
  buildSvmTransaction,
  SvmAccountsNotReadError,
  type SvmActionRequest,
  type SvmBuildOptions,
  type SvmBuilt,
} from '@vaultwright/svm-builder'
import type { SvmBuildOptionsRequest, SvmExecuteMultipleResponse } from '@vaultwright/wire'
import { type JudgedTransaction, judgeTransaction } from './judge.ts'
import { messageDifference } from './message-difference.ts'
import type { VaultReadingData } from './read-vault.ts'
import { statedDifferences } from './stated-difference.ts'

/** The requested transaction. */
export type SvmTransactionRequest = {
  readonly strategist: string
  readonly actions: readonly SvmActionRequest[]
  readonly options: SvmBuildOptionsRequest
}

/** The result of checking a build. */
export type SvmBuiltCheck = {
  /** True if it may be handed over: built again here, it is the same, and every digest permits its call. */
  readonly isProven: boolean
  /** Why it is not. */
  readonly problems: readonly string[]
  /** Notes. */
  readonly notes: readonly string[]
  /** Null when it is not a transaction. */
  readonly judged: JudgedTransaction | null
}

/**
 * Verifies what the service built: built again in this page from the vault's definition and accounts, it must be the
 * same message; every digest must be that of an account which stores its operators.
 *
 * @throws {SvmAccountsNotReadError} when accounts are missing: read them too, and check again.
 */
export function checkSvmBuilt(
  answer: SvmExecuteMultipleResponse,
  asked: SvmTransactionRequest,
  reading: VaultReadingData,
): SvmBuiltCheck {
  const base64 = answer.serialized_transaction_base64
  const transaction = attempt(() => decodeTransaction(base64))
  if (!transaction.ok) return refused([`It is not a transaction: ${transaction.message}`])
  const judged = judge(base64, reading)
  const problems = judged.reasons.flatMap(({ weight, message, index }) =>
    weight === 'note' ? [] : [index === null ? message : `Instruction ${index + 1}: ${message}`],
  )
  const notes = judged.reasons.flatMap(({ weight, message }) =>
    weight === 'note' ? [message] : [],
  )
  const again = attempt(() => buildAgain(transaction.value, asked, reading))
  if (!again.ok) problems.push(`This page cannot build it again: ${again.message}`)
  else {
    const difference = differenceFrom(transaction.value, again.value)
    if (difference !== null) problems.push(difference)
    notes.push(...again.value.warnings.map(({ message }) => message))
  }
  problems.push(...optionProblems(transaction.value, asked.options))
  problems.push(...statedDifferences(answer, judged, again.ok ? again.value : null))
  return { isProven: problems.length === 0, problems: [...new Set(problems)], notes, judged }
}

/** Comparing on a second device is the signing room's affair. */
function judge(base64: string, { evidence }: VaultReadingData): JudgedTransaction {
  const first = judgeTransaction(base64, { evidence, comparedHash: null })
  return judgeTransaction(base64, { evidence, comparedHash: first.messageHash })
}

function refused(problems: readonly string[]): SvmBuiltCheck {
  return { isProven: false, problems, notes: [], judged: null }
}

function differenceFrom(transaction: Transaction, built: SvmBuilt): string | null {
  const again = decodeTransaction(built.base64, built.message.lookupTables)
  const isSame =
    again.messageBytes.length === transaction.messageBytes.length &&
    again.messageBytes.every((byte, index) => byte === transaction.messageBytes[index])
  if (isSame) return null
  return messageDifference(transaction.message, again.message)
}

/** Builds what was asked for, with the lifetime and the cost that the answer chose: these are judged by themselves. */
function buildAgain(
  { message, version, lookups }: Transaction,
  asked: SvmTransactionRequest,
  { definition, evidence }: VaultReadingData,
): SvmBuilt {
  const instructions = message?.instructions ?? []
  const cost = costOf(instructions, message)
  const nonce = asked.options.nonce_account ?? null
  const options: SvmBuildOptions = {
    version: version === 1 ? 1 : 0,
    lifetime:
      nonce === null
        ? { kind: 'blockhash', blockhash: message?.lifetime ?? '', lastValidBlockHeight: 0n }
        : { kind: 'nonce', nonceAccount: nonce as SvmAddress },
    ...cost,
    lookupTables: (asked.options.lookup_tables ??
      (lookups.length > 0 ? definition.lookupTables : [])) as readonly SvmAddress[],
    computeBudget: asked.options.compute_budget ?? true,
    strategist: asked.strategist as SvmAddress,
  }
  return buildSvmTransaction({ definition, snapshot: evidence.snapshot }, asked.actions, options)
}

type Cost = Pick<
  SvmBuildOptions,
  'computeUnitLimit' | 'computeUnitPriceMicroLamports' | 'priorityFeeLamports'
>

function costOf(instructions: readonly Instruction[], message: Message | null): Cost {
  if (message?.config != null) {
    const { computeUnitLimit, priorityFeeLamports } = message.config
    return { computeUnitLimit, computeUnitPriceMicroLamports: null, priorityFeeLamports }
  }
  const budgets = instructions.map(readComputeBudget)
  const limit = budgets.find((budget) => budget?.kind === 'unit_limit')
  const price = budgets.find((budget) => budget?.kind === 'unit_price')
  return {
    computeUnitLimit: limit?.kind === 'unit_limit' ? limit.units : null,
    computeUnitPriceMicroLamports: price?.kind === 'unit_price' ? price.microLamports : 0n,
    priorityFeeLamports: null,
  }
}

/** Problems where the transaction differs from a choice made by hand. */
function optionProblems(
  { message, version }: Transaction,
  options: SvmBuildOptionsRequest,
): readonly string[] {
  const problems: string[] = []
  const requestedVersion = options.version ?? 0
  if (version !== requestedVersion)
    problems.push(`You asked for version ${requestedVersion}; it has ${version}.`)
  if (message === null) return problems
  const attempted = attempt(() => costOf(message.instructions, message))
  if (!attempted.ok) return [...problems, attempted.message]
  const cost = attempted.value
  const price = options.compute_unit_price_micro_lamports ?? null
  if (price !== null && String(cost.computeUnitPriceMicroLamports) !== price)
    problems.push(
      `You asked for ${price} micro-lamports a unit; it pays ${cost.computeUnitPriceMicroLamports}.`,
    )
  const fee = options.priority_fee_lamports ?? null
  if (fee !== null && String(cost.priorityFeeLamports) !== fee)
    problems.push(`You asked for a priority fee of ${fee}; it pays ${cost.priorityFeeLamports}.`)
  const [first] = message.instructions
  const hasNonce = first !== undefined && isAdvanceNonce(first)
  if (hasNonce !== (options.nonce_account != null))
    problems.push(hasNonce ? 'It uses a nonce; you named none.' : 'It does not use your nonce.')
  return problems
}

type SvmAttempt<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string }

function attempt<Value>(work: () => Value): SvmAttempt<Value> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    if (!(error instanceof BaseError) || error instanceof SvmAccountsNotReadError) throw error
    return { ok: false, message: error.shortMessage }
  }
}
