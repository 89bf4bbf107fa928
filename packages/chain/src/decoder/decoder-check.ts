import type { Address } from '@vaultwright/base'
import {
  type CheckAnswer,
  type CheckRequest,
  type CheckWork,
  checkFunction,
  type DecoderReply,
  emptyCheckState,
  type FunctionCandidate,
  type FunctionVerdict,
  findFunctions,
  proposeRule,
  type RuleProposal,
  type UnknownSelector,
} from '@vaultwright/manager'
import type { BlockRef, EthCallResult } from '@vaultwright/outcome'
import type { Chain } from '../port/chain.ts'
import { NoCodeError } from '../vault/deployment-block.ts'
import { type DecoderReadPlan, openDecoderReader } from './decoder-read.ts'
import { packedAnswerOf } from './packed-arguments.ts'

/** The plan of a check of a deployed decoder. */
type DecoderCheckPlan = {
  readonly decoder: Address
  readonly block: BlockRef
  /** Functions that it may have, with their rules. */
  readonly candidates: readonly FunctionCandidate[]
  /** Calldata that are drawn for each function. */
  readonly runs: number
  readonly seed: string
  /** The most calls that are made. */
  readonly budget: number
  /** Contracts that the decoder reads though its code does not hold them. */
  readonly contracts: readonly Address[]
}

/** The result of a check of one function. */
export type CheckedFunction = FunctionCandidate &
  (
    | { readonly kind: 'checked'; readonly verdict: FunctionVerdict }
    | { readonly kind: 'searched'; readonly proposal: RuleProposal }
    /** The decoder does not have it. */
    | { readonly kind: 'missing' }
    /** The budget was spent before. */
    | { readonly kind: 'not_asked' }
  )

/** The result of a check of a deployed decoder. */
export type DecoderCheckReport = {
  readonly functions: readonly CheckedFunction[]
  /** Selectors of its code that no rule, tree or person named. */
  readonly unknown: readonly UnknownSelector[]
  /** The number of calls that were made. */
  readonly questions: number
}

/** Hears how far a check is. */
type DecoderCheckProgress = {
  readonly found: (functions: number) => void
  readonly checked: (signature: string) => void
}

/** Functions whose questions travel together. */
const worksAtOnce = 8
/** The caller, where a rule reads the caller: an arbitrary account. */
const caller: Address = '0x1111111111111111111111111111111111111111'

/**
 * Checks a deployed decoder against the rules: asks it about generated calldata of every function that it has.
 *
 * @param plan - decoder, functions, runs, seed, budget.
 * @returns a verdict or a proposed rule for each function.
 * @throws {NoCodeError} when there is no code at the address; what asking a node throws.
 */
export async function checkDecoder(
  chain: Pick<Chain, 'id' | 'readCalls' | 'readCode'>,
  plan: DecoderCheckPlan,
  progress: DecoderCheckProgress,
): Promise<DecoderCheckReport> {
  const { decoder, block, seed, runs } = plan
  const { code, hash } = await chain.readCode(decoder, block)
  if (hash === null) throw new NoCodeError(decoder, chain.id)
  const asker = openCallerAsk({
    chain,
    block,
    decoder,
    code,
    contracts: plan.contracts,
    from: caller,
  })
  const spent = { questions: 0, budget: plan.budget }
  const search = { work: findFunctions(plan.candidates, code, seed), isCaller: false }
  const [result] = await runWorks([search], { asker, spent })
  if (result === null || result === undefined) {
    const functions = plan.candidates.map((one) => ({ ...one, kind: 'not_asked' as const }))
    return { functions, unknown: [], questions: spent.questions }
  }
  progress.found(result.present.length)
  const state = emptyCheckState()
  const functions: CheckedFunction[] = []
  for (let from = 0; from < result.present.length; from += worksAtOnce) {
    const group = result.present.slice(from, from + worksAtOnce)
    const works = group.map((candidate) => {
      const task = { ...candidate, runs, seed: `${seed} ${candidate.selector}` }
      const work =
        candidate.rules.length > 0
          ? checkedOutcome(checkFunction(task, state))
          : proposedOutcome(task)
      return { work, isCaller: readsCaller(candidate) }
    })
    const results = await runWorks(works, { asker, spent })
    for (const [index, candidate] of group.entries()) {
      functions.push({ ...candidate, ...(results[index] ?? { kind: 'not_asked' }) })
      progress.checked(candidate.fn.canonical)
    }
  }
  const missing = result.missing.map((candidate) => ({ ...candidate, kind: 'missing' as const }))
  return {
    functions: [...functions, ...missing],
    unknown: result.unknown,
    questions: spent.questions,
  }
}

type FunctionOutcome =
  | { readonly kind: 'checked'; readonly verdict: FunctionVerdict }
  | { readonly kind: 'searched'; readonly proposal: RuleProposal }

function* checkedOutcome(work: CheckWork<FunctionVerdict>): CheckWork<FunctionOutcome> {
  return { kind: 'checked', verdict: yield* work }
}

function* proposedOutcome(task: Parameters<typeof proposeRule>[0]): CheckWork<FunctionOutcome> {
  return { kind: 'searched', proposal: yield* proposeRule(task) }
}

type DecoderTask<Result> = { readonly work: CheckWork<Result>; readonly isCaller: boolean }
type CallerAsk = (requests: readonly CallerRequest[]) => Promise<readonly CheckAnswer[]>
type CallerRequest = { readonly request: CheckRequest; readonly isCaller: boolean }

/** Runs works side by side: what they ask in one step travels together. Null for what the budget cut off. */
async function runWorks<Result>(
  tasks: readonly DecoderTask<Result>[],
  by: { readonly asker: CallerAsk; readonly spent: { questions: number; readonly budget: number } },
): Promise<readonly (Result | null)[]> {
  const { asker, spent } = by
  const results: (Result | null)[] = tasks.map(() => null)
  let waiting = tasks.map((task, index) => ({ task, index, step: task.work.next() }))
  for (;;) {
    const open: { task: DecoderTask<Result>; index: number; request: CheckRequest }[] = []
    for (const { task, index, step } of waiting) {
      if (step.done === true) results[index] = step.value
      else open.push({ task, index, request: step.value })
    }
    const affordable = open.filter(({ request }) => {
      const size = request.calldatas.length + request.reads.length
      if (spent.questions + size > spent.budget) return false
      spent.questions += size
      return true
    })
    if (affordable.length === 0) return results
    const answers = await asker(
      affordable.map(({ task, request }) => ({ request, isCaller: task.isCaller })),
    )
    waiting = affordable.map(({ task, index }, at) => ({
      task,
      index,
      step: task.work.next(answers[at]!),
    }))
  }
}

function openCallerAsk(plan: DecoderReadPlan): CallerAsk {
  const readContracts = openDecoderReader(plan)
  return async (requests) => {
    const calls = requests.flatMap(({ request, isCaller }) =>
      request.calldatas.map((data) => ({
        to: plan.decoder,
        data,
        ...(isCaller ? { from: plan.from } : {}),
      })),
    )
    const [answers, reads] = await Promise.all([
      plan.chain.readCalls(calls, plan.block),
      readContracts(requests.flatMap(({ request }) => request.reads)),
    ])
    let nextAnswer = 0
    let nextRead = 0
    return requests.map(({ request }) => {
      const replies = request.calldatas.map(() => replyOf(answers[nextAnswer++]!))
      return { replies, reads: request.reads.map(() => reads[nextRead++]!) }
    })
  }
}

function replyOf(answer: EthCallResult): DecoderReply {
  const packed = packedAnswerOf(answer, true)
  if (packed.ok) return { kind: 'packed', packed: packed.packed }
  if (packed.reason !== 'reverts') {
    return { kind: 'refused', data: answer.data, error: null, isOwnName: false, isAnswer: true }
  }
  const { revert } = packed
  const isOwnName = revert.name !== null && revert.isOwnName
  return { kind: 'refused', data: revert.data, error: revert.name, isOwnName, isAnswer: false }
}

/** A rule that reads who calls is asked by an account of ours, which no multicall stands before. */
function readsCaller({ rules }: FunctionCandidate): boolean {
  return rules.some(({ wordings }) =>
    wordings.some((rule) => JSON.stringify(rule).includes('caller()')),
  )
}
