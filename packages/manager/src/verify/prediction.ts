import { type Address, isSameAddress } from '@vaultwright/base'
import type { BatchCall, DecodedBatch } from '../manage/batch.ts'
import { type BatchLengths, UnevenBatchError } from '../manage/manage-decode.ts'
import { isCodeless, type ManagerState } from '../manage/manager-state.ts'
import { type ForecastQuery, type RevertForecast, verificationForecasts } from './call-forecast.ts'
import {
  balanceCause,
  causes,
  codelessCause,
  type PredictedRevert,
  type RevertCause,
  revertAt,
} from './predicted-revert.ts'
import type { CallCheck } from './verify-call.ts'

/** The chain's expected result of a batch. */
export type Prediction = {
  /**
   * The error that the batch surely comes back with, unless one of the possible ones comes first;
   * null when the batch may be let through.
   */
  readonly certain: PredictedRevert | null
  /** Errors that depend on what was left out, in the order in which the chain comes to them. */
  readonly possible: readonly PredictedRevert[]
}

/** The inputs of checks of the calls at one depth. */
export type PredictionContext = {
  readonly state: ManagerState
  /** The result of a call's own verification alone. */
  readonly checkOf: (call: BatchCall) => CallCheck
  /** The context a call was checked against. */
  readonly contextOf: (path: readonly number[]) => ForecastQuery['context']
  readonly manager: Address | undefined
}

/**
 * Predicts what the chain says about a batch: the first error that it surely comes to, and those
 * that it may come to before.
 *
 * Source: ManagerWithMerkleVerification, order of checks. Calls run as they are verified, so a call
 * that fails is preceded by others that have run.
 */
export function predictRevert(
  batch: DecodedBatch | BatchLengths,
  context: PredictionContext,
): Prediction {
  const possible = new Map<string, PredictedRevert>()
  const walk: PredictionWalk = { ...context, callsRun: 0 }
  for (const { cause, path, when, isSure } of stepsOf(batch, walk)) {
    const callPath = path.length === 0 ? null : path
    const revert = revertAt(cause, { callPath, callsRun: walk.callsRun, when })
    if (isSure) return { certain: revert, possible: [...possible.values()] }
    const key = `${cause.error} ${when} ${reportedOnce.has(cause.error) ? '' : path}`
    if (!possible.has(key)) possible.set(key, revert)
  }
  return { certain: null, possible: [...possible.values()] }
}

/** Errors that are listed once: they depend on an account, not on a call. */
const reportedOnce: ReadonlySet<string | null> = new Set([
  causes.unauthorized.error,
  causes.unsupported.error,
  'AddressEmptyCode',
])

type StepPath = readonly number[]
type PredictionWalk = PredictionContext & { callsRun: number }
type PredictedStep = RevertForecast & { readonly path: StepPath }

function* stepsOf(
  batch: DecodedBatch | BatchLengths,
  walk: PredictionWalk,
): Iterable<PredictedStep> {
  const { isAuthorised, isPaused } = walk.state
  const path: StepPath = []
  const when = 'The caller may not call manageVaultWithMerkleVerification.'
  yield* stepUnless(isAuthorised, { path, cause: causes.unauthorized, when })
  const isRunning = isPaused === undefined ? undefined : !isPaused
  yield* stepUnless(isRunning, { path, cause: causes.paused, when: 'The Manager is paused.' })
  yield* insideSteps(batch, path, walk)
}

/** The steps after the caller's permission: lengths, calls, and the supply of shares at the end. */
function* insideSteps(
  batch: DecodedBatch | BatchLengths,
  path: StepPath,
  walk: PredictionWalk,
): Iterable<PredictedStep> {
  if (!('calls' in batch)) {
    const cause = lengthCause(batch)
    if (cause !== null) {
      yield { path, cause, when: new UnevenBatchError(batch).shortMessage, isSure: true }
    }
    return
  }
  for (const [index, call] of batch.calls.entries()) {
    const isFirst = walk.callsRun === 0
    yield* callSteps(call, { path: [...path, index], isFirst, walk })
  }
  if (batch.calls.length === 0) return
  const when = 'A call mints or burns shares of the vault.'
  yield { path, cause: causes.supplyChanged, when, isSure: false }
}

/** Source: ManagerWithMerkleVerification, order of the length checks. */
function lengthCause({
  proofs,
  decoders,
  targets,
  data,
  values,
}: BatchLengths): RevertCause | null {
  if (proofs !== targets) return causes.proofsLength
  if (data !== targets) return causes.dataLength
  if (values !== targets) return causes.valuesLength
  return decoders === targets ? null : causes.decodersLength
}

type CallVisit = {
  readonly path: StepPath
  readonly isFirst: boolean
  readonly walk: PredictionWalk
}

function* callSteps(call: BatchCall, turn: CallVisit): Iterable<PredictedStep> {
  const { path, isFirst, walk } = turn
  const check = walk.checkOf(call)
  const query = { call, check, context: walk.contextOf(path), isFirst }
  for (const forecast of verificationForecasts(query)) yield { ...forecast, path }
  yield* targetSteps(call, turn)
  if (call.loan !== null || call.problem !== null) yield* loanSteps(call, turn)
  else {
    const when = `The target ${call.target} refuses the call.`
    yield { path, cause: causes.unknown, when, isSure: false }
    walk.callsRun++
  }
}

/** The steps that keep the vault from making the call, whatever the target says. */
function* targetSteps({ target, value }: BatchCall, turn: CallVisit): Iterable<PredictedStep> {
  const { path, isFirst, walk } = turn
  const { isVaultCaller, nativeBalance, vault } = walk.state
  const barred = 'The vault does not let the Manager call manage.'
  yield* stepUnless(isVaultCaller, { path, cause: causes.unauthorized, when: barred })
  const isPaid = nativeBalance !== undefined && value <= nativeBalance
  if (value > 0n && !(isPaid && isFirst)) {
    const isSure = nativeBalance !== undefined && !isPaid && isFirst
    const when = `The vault has less than the ${value} wei of the call.`
    yield { path, cause: balanceCause(vault), when, isSure }
  }
  const codeless = isCodeless(walk.state, target)
  if (codeless === false) return
  const when = `The target ${target} has no code.`
  yield { path, cause: codelessCause(target), when, isSure: codeless === true && isFirst }
}

function* loanSteps(
  { loan, problem }: BatchCall,
  { path, walk }: CallVisit,
): Iterable<PredictedStep> {
  const { lender, isManagerAuthorised } = walk.state
  const isForeign =
    loan !== null && walk.manager !== undefined && !isSameAddress(loan.recipient, walk.manager)
  const uneven = problem instanceof UnevenBatchError ? problem.lengths : null
  if (problem !== null && uneven === null) {
    yield { path, cause: causes.silent, when: problem.shortMessage, isSure: false }
  }
  const refuses = 'The lender or a lent token refuses the loan.'
  const within = 'The lender refuses a loan within a loan.'
  const when = path.length > 1 ? within : refuses
  yield { path, cause: causes.unknown, when, isSure: false }
  if (lender === undefined || lender === 'tampering') {
    const changed = 'The lender hands back other data than it was given.'
    const isSure = lender !== undefined && !isForeign
    yield { path, cause: causes.loanTampered, when: changed, isSure }
  }
  if (isForeign && lender !== 'silent') {
    const isSure = lender !== undefined && isCodeless(walk.state, loan.recipient) === true
    const deaf = `The recipient ${loan.recipient} has no code for a loan to call back.`
    yield { path, cause: causes.silent, when: deaf, isSure }
  }
  if (lender !== 'honest' || isForeign) {
    const unasked = 'The lender does not call the Manager back.'
    const isSure = lender === 'silent' || isForeign
    yield { path, cause: causes.loanNotExecuted, when: unasked, isSure }
  }
  const message = 'The Manager may not call its own manageVaultWithMerkleVerification.'
  yield* stepUnless(isManagerAuthorised, { path, cause: causes.unauthorized, when: message })
  walk.callsRun++
  const batch = loan?.batch ?? uneven
  if (batch !== null) yield* insideSteps(batch, path, walk)
  else {
    const unread = 'What cannot be read here is read on chain and proven there by nothing.'
    yield { path, cause: causes.proofUnread, when: unread, isSure: false }
  }
  const owed = 'The vault does not pay the loan back.'
  yield { path, cause: causes.unknown, when: owed, isSure: false }
}

/** A revert that comes unless something holds; what was left out may hold or not. */
function* stepUnless(
  holds: boolean | undefined,
  step: Omit<PredictedStep, 'isSure'>,
): Iterable<PredictedStep> {
  if (holds !== true) yield { ...step, isSure: holds === false }
}
