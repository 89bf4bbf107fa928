import type { Address, Hex } from '@vaultwright/base'
import { type CallContext, callContextOf } from '@vaultwright/protocols'
import type { ExecuteMultipleResponse, SimulationPage } from '@vaultwright/wire'
import type { BuiltCheck } from '../built/check-built.ts'
import { checkRecord, type RecordCheck } from '../simulation/check-record.ts'
import { totalsOfTransaction } from '../total/transaction-total.ts'
import { type AnswerReason, reasonOf, verdictOf } from '../verdict/verdict.ts'
import { type AnswerSummary, actionLinesOf } from './answer.ts'
import { builtReasons } from './built-reason.ts'

/** A build, with the simulation that the service kept of it; null without one. */
export type BuiltToAnswer = {
  readonly check: BuiltCheck
  readonly answer: ExecuteMultipleResponse
  readonly page: SimulationPage | null
}

/** Answers whether what was built is ready to hand over. */
export function builtAnswer(
  { check, answer, page }: BuiltToAnswer,
  context: CallContext,
): AnswerSummary {
  const { encoded_tx_data, target } = answer
  const reasons = [
    ...builtReasons(check),
    ...simulatedReasons(answer, page),
    ...warnedReasons(answer),
  ]
  const place = { calldata: encoded_tx_data as Hex, manager: target as Address }
  const ofPage = page?.encoded_tx_data.toLowerCase() === encoded_tx_data.toLowerCase() ? page : null
  return {
    verdict: verdictOf(reasons),
    lines:
      ofPage !== null && checkRecord(ofPage).verdict.answer !== 'no'
        ? linesOfPage(ofPage)
        : actionLinesOf(check.calls.map(({ description }) => description)),
    ...movesOf(place, ofPage, context),
    changes: [],
  }
}

/** Answers whether a simulated transaction would succeed. */
export function recordAnswer(page: SimulationPage, check: RecordCheck): AnswerSummary {
  const context = callContextOf(page.chain_id, page.vault_address as Address)
  const place = { calldata: page.encoded_tx_data as Hex, manager: page.target as Address }
  return {
    verdict: verdictOf([
      ...failureReasons(page),
      ...check.verdict.reasons,
      ...page.differences.map(({ message }) => reasonOf('no', 'not_followed', message)),
      ...warningsIn(page).map((message) => reasonOf('note', 'stated', message)),
    ]),
    lines: linesOfPage(page),
    ...movesOf(place, page, context),
    changes: [],
  }
}

/** The service's sentences, which name its own tokens: they count where the calldata agrees with each. */
function linesOfPage({ calls }: SimulationPage): readonly string[] {
  const lines = calls.flatMap(({ description }) => description ?? [])
  const actions = lines.filter((line) => !/^(Approve|Take back the allowance of) /.test(line))
  return actions.length > 0 ? actions : lines
}

/** Takes what engines measured, where they did; recipients stand in the calldata. */
function movesOf(
  place: { readonly calldata: Hex; readonly manager: Address },
  page: SimulationPage | null,
  context: CallContext,
): Pick<AnswerSummary, 'totals' | 'isMeasured'> {
  const run = page?.status === true ? page.seen[0] : undefined
  return totalsOfTransaction(place, run ?? null, context)
}

function simulatedReasons(
  answer: ExecuteMultipleResponse,
  page: SimulationPage | null,
): readonly AnswerReason[] {
  const { simulation_status: status, simulation_gas_used: gas } = answer
  if (typeof status === 'string' && typeof gas === 'number')
    return [reasonOf('no', 'would_fail', `It would fail. ${status}`)]
  if (typeof status === 'string')
    return [reasonOf('open', 'not_given', `It was not simulated. ${status}`)]
  if (page === null) return []
  const isSame = page.encoded_tx_data.toLowerCase() === answer.encoded_tx_data.toLowerCase()
  if (!isSame)
    return [
      reasonOf(
        'no',
        'not_followed',
        'The simulation is of other calldata. What it saw is not shown.',
      ),
    ]
  return [
    ...failureReasons(page),
    ...page.differences.map(({ message }) => reasonOf('no', 'not_followed', message)),
  ]
}

function failureReasons(page: SimulationPage): readonly AnswerReason[] {
  const { status } = page
  if (status === true) return []
  const failing = page.seen[0]?.failing ?? null
  if (failing === null) return [reasonOf('no', 'would_fail', `It would fail. ${status}`)]
  const { call_path: path, function: name, revert, unknown, stage } = failing
  const place =
    path === null
      ? (unknown ?? 'Which call fails is not known.')
      : `Call ${path.join('.')} fails${name === null ? '' : `: ${name}`}.`
  const stages = {
    verification: ' The Manager refuses it before it is made: leaf, proof or decoder.',
    execution: ' The Manager lets it through; the call itself fails.',
  }
  const message = `It would fail. ${place} It reverts with ${revert}.${stage === null ? '' : stages[stage]}`
  return [reasonOf('no', 'would_fail', message)]
}

function warnedReasons({ action_api_response }: ExecuteMultipleResponse): readonly AnswerReason[] {
  return action_api_response
    .flatMap((report) => report?.warnings ?? [])
    .map(({ message }) => reasonOf('note', 'stated', message))
}

/** Warnings of the build and of the run, each once. */
function warningsIn(page: SimulationPage): readonly string[] {
  return [
    ...new Set([...page.warnings, ...(page.seen[0]?.warnings ?? [])].map(({ message }) => message)),
  ]
}
