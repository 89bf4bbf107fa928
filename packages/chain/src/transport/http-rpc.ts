import { BaseError } from '@vaultwright/base'
import type { RpcDialect } from '../rpc/dialect.ts'
import type { Rpc, RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { parseEndpoint } from './endpoint.ts'
import { evmDialectOf } from './evm-dialect.ts'
import { answersInAgreement } from './http-agree.ts'
import { openBudget, RequestBudgetError } from './http-budget.ts'
import { RpcClosedError, type RpcFetch, RpcHttpError } from './http-exchange.ts'
import { type HttpNode, openHttpNode } from './http-node.ts'
import { askOnce } from './http-once.ts'

/** The endpoints, and the patience with them. */
export type HttpRpcOptions = {
  /** URLs, the preferred first. */
  readonly endpoints: readonly string[]
  /** The chain that each endpoint must be on. Not checked here when not said. */
  readonly chainId?: number
  /** Milliseconds for one try. 10 000 when not said. */
  readonly timeoutMs?: number
  /** Rounds over the endpoints after the first. 4 when not said. */
  readonly retries?: number
  /** The longest pause after the first round; it doubles each round. 250 when not said. */
  readonly backoffMs?: number
  /** The longest pause at all, also for those that a node asks for. 10 000 when not said. */
  readonly backoffLimitMs?: number
  /** The number of endpoints that must give the same answer. Default: 1. */
  readonly agreement?: number
  /** The most questions a minute, all endpoints together. No bound when not said. */
  readonly callsPerMinute?: number
  /** The longest wait for the budget. 60 000 ms when not said. */
  readonly budgetWaitMs?: number
  /** The most questions in one batch. 100 when not said; 1 for a provider without batches. */
  readonly batchCalls?: number
  /** The most characters of one request. 1 000 000 when not said. */
  readonly batchChars?: number
  /** The most bytes of one answer. 64 MiB when not said. */
  readonly answerBytes?: number
  readonly fetch?: RpcFetch
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Waits, but no longer than until the signal. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 up to 1: how much of a pause is waited. */
  readonly random?: () => number
  /** A signal that fires after so many milliseconds. */
  readonly deadline?: (ms: number) => AbortSignal
}

type HttpRpcPolicy = Required<Omit<HttpRpcOptions, 'chainId' | 'callsPerMinute' | 'endpoints'>>
type RoundContext = {
  readonly dialect: RpcDialect
  readonly policy: HttpRpcPolicy
  readonly seen: bigint
  readonly closed: AbortSignal
}
type NodeAnswers = { readonly node: HttpNode; readonly answers: (RpcAnswer | undefined)[] }

/**
 * Opens a transport over HTTP.
 *
 * Every question of one call is answered by one node. Only what may pass is tried again: timeouts,
 * broken connections, busy nodes, lagging nodes, broken answers; never a revert or a refusal, and
 * never a question that changes something: one endpoint is asked once.
 *
 * @param dialect - the methods that it carries; default: those of EVM nodes.
 * @throws {InvalidEndpointError} if a URL is not valid.
 * @throws {NoEndpointError} when there are fewer endpoints than must agree.
 */
export function openHttpRpc(
  options: HttpRpcOptions,
  dialect: RpcDialect = evmDialectOf(options.chainId ?? null),
): Rpc {
  const policy = policyOf(options)
  const closed = new AbortController()
  const sleep = (ms: number) => policy.sleep(ms, closed.signal)
  const perMinute = options.callsPerMinute
  const budget =
    perMinute === undefined
      ? async () => {}
      : openBudget({ perMinute, waitMs: policy.budgetWaitMs, now: policy.now, sleep })
  const batchCalls = Math.max(1, Math.min(policy.batchCalls, perMinute ?? policy.batchCalls))
  const nodeOptions = {
    ...policy,
    batchCalls,
    budget,
    dialect,
    closed: closed.signal,
  }
  const nodes = options.endpoints.map((url) => openHttpNode(parseEndpoint(url), nodeOptions))
  if (nodes.length < policy.agreement) throw new NoEndpointError([], policy.agreement)
  const name = nodes.map(({ shown }) => shown).join(', ')
  let highest = -1n
  let preferred = nodes[0]!

  const ask = async (calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> => {
    if (closed.signal.aborted) throw new RpcClosedError(name)
    if (calls.length === 0) return []
    const { isReading } = dialect
    if (!calls.every(isReading)) return askOnce(calls, { node: preferred, isReading })
    const before = highest
    const order = [preferred, ...nodes.filter((node) => node !== preferred)]
    const answersByNode = await askUntilAgreement(calls, order, {
      dialect,
      policy,
      seen: before,
      closed: closed.signal,
    })
    preferred = answersByNode[0]!.node
    const witnesses = answersByNode.map(({ node, answers }) => ({
      ...node,
      answers: answers.map((answer) => answer!),
    }))
    const answers = await answersInAgreement(calls, witnesses)
    highest = dialect.highestOf({ calls, answers }, highest)
    return answers
  }

  return { name, ask, close: async () => closed.abort() }
}

/** Answers of as many nodes as must agree, each complete. */
async function askUntilAgreement(
  calls: readonly RpcCall[],
  order: readonly HttpNode[],
  context: RoundContext,
): Promise<readonly NodeAnswers[]> {
  const { policy, closed } = context
  const answersByNode = order.map(
    (node): NodeAnswers => ({ node, answers: calls.map(() => undefined) }),
  )
  const failures = new Map<HttpNode, BaseError>()
  const elsewhere: NodeAnswers[] = []
  const done: NodeAnswers[] = []
  for (let round = 0; ; round++) {
    for (const nodeAnswers of answersByNode) {
      if (done.includes(nodeAnswers) || elsewhere.includes(nodeAnswers)) continue
      if (failures.get(nodeAnswers.node)?.retryable === false) continue
      try {
        const isWhole = await askMissing(calls, nodeAnswers, context)
        const place = isWhole || order.length === 1 ? done : elsewhere
        place.push(nodeAnswers)
        failures.delete(nodeAnswers.node)
      } catch (error) {
        if (!(error instanceof BaseError)) throw error
        if (error instanceof RpcClosedError || error instanceof RequestBudgetError) throw error
        failures.set(nodeAnswers.node, error)
      }
      if (done.length === policy.agreement) return done
    }
    done.push(...elsewhere.splice(0, policy.agreement - done.length))
    if (done.length === policy.agreement) return done
    const isHopeless = [...failures.values()].every((error) => !error.retryable)
    if (round >= policy.retries || isHopeless) throw errorOf(failures, order.length, policy)
    await policy.sleep(pauseOf([...failures.values()], round, policy), closed)
  }
}

/** Asks a node what it has not answered yet; false when another node might know more. */
async function askMissing(
  calls: readonly RpcCall[],
  nodeAnswers: NodeAnswers,
  { dialect, seen: highest }: RoundContext,
): Promise<boolean> {
  const open = [...calls.keys()].filter((index) => nodeAnswers.answers[index] === undefined)
  const questions = open.map((index) => calls[index]!)
  const answers = await nodeAnswers.node.ask(questions)
  dialect.assertAnswers(nodeAnswers.node.shown, { calls: questions, answers }, highest)
  const kinds = answers.map((answer, index) =>
    answer.ok ? null : dialect.refusalKindOf(questions[index]!, answer.error),
  )
  // A block and what follows it are asked again together: apart, one of before it might answer the rest.
  const block = questions.findIndex(dialect.isBlockCall)
  const isApart = block >= 0 && block <= kinds.lastIndexOf('busy')
  const usable = isApart ? answers.slice(0, block) : answers
  for (const [index, answer] of usable.entries()) {
    if (kinds[index] !== 'busy') nodeAnswers.answers[open[index]!] = answer
  }
  const busy = answers[kinds.indexOf('busy')]
  if (busy !== undefined && !busy.ok) {
    throw dialect.refusalErrorOf(questions[kinds.indexOf('busy')]!.method, busy.error)
  }
  return !kinds.some(
    (kind) => kind === 'unknown_block' || kind === 'pruned' || kind === 'unsupported',
  )
}

/** Full jitter, so that many callers do not come back at once; a node's own wish goes first. */
function pauseOf(failures: readonly BaseError[], round: number, policy: HttpRpcPolicy): number {
  const bound = Math.min(policy.backoffLimitMs, policy.backoffMs * 2 ** round)
  const wishes = failures.map((error) =>
    error instanceof RpcHttpError ? waitOf(error.retryAfter, policy.now()) : 0,
  )
  const request = Math.min(policy.backoffLimitMs, ...wishes)
  return Math.max(request, Math.floor(policy.random() * bound))
}

function waitOf(retryAfter: string | null, nowMs: number): number {
  if (retryAfter === null) return 0
  if (/^\d{1,9}$/.test(retryAfter)) return 1000 * Number(retryAfter)
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs)
}

function errorOf(
  failures: ReadonlyMap<HttpNode, BaseError>,
  count: number,
  { agreement }: HttpRpcPolicy,
): BaseError {
  const [only] = [...failures.values()]
  if (count === 1 && only !== undefined) return only
  const rows = [...failures].map(([node, error]) => ({ endpoint: node.shown, error }))
  return new NoEndpointError(rows, agreement)
}

function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    signal.addEventListener('abort', wake)
    if (signal.aborted) wake()
  })
}

function policyOf(options: HttpRpcOptions): HttpRpcPolicy {
  return {
    timeoutMs: options.timeoutMs ?? 10_000,
    retries: options.retries ?? 4,
    backoffMs: options.backoffMs ?? 250,
    backoffLimitMs: options.backoffLimitMs ?? 10_000,
    agreement: Math.max(1, options.agreement ?? 1),
    budgetWaitMs: options.budgetWaitMs ?? 60_000,
    batchCalls: options.batchCalls ?? 100,
    batchChars: options.batchChars ?? 1_000_000,
    answerBytes: options.answerBytes ?? 64 * 2 ** 20,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    now: options.now ?? (() => Date.now()),
    sleep: options.sleep ?? sleepUnlessAborted,
    random: options.random ?? (() => Math.random()),
    deadline: options.deadline ?? ((ms) => AbortSignal.timeout(ms)),
  }
}

/** No endpoint, or fewer than must agree, gave an answer. */
export class NoEndpointError extends BaseError {
  override readonly code = 'no_endpoint'
  override readonly kind = 'unavailable'

  constructor(
    failures: readonly { readonly endpoint: string; readonly error: BaseError }[],
    needed: number,
  ) {
    const whys = failures.map(({ error }) => error.shortMessage)
    super({
      message:
        failures.length === 0
          ? `There are fewer than ${needed} endpoints to ask. Give more.`
          : `No ${needed === 1 ? 'endpoint' : `${needed} endpoints`} gave an answer. ${whys.join(' ')}`,
      facts: {
        needed,
        failures: failures.map(({ endpoint, error }) => ({
          endpoint,
          code: error.code,
          message: error.shortMessage,
        })),
      },
      cause: failures.at(-1)?.error,
      retryable: failures.some(({ error }) => error.retryable),
    })
  }
}
