import type { Hex } from '@vaultwright/base'
import type { CallFrame, RawLog } from '@vaultwright/outcome'
import type { Chain } from '../port/chain.ts'
import { parseAnswer, readAnything } from '../rpc/answer.ts'
import { HistoryPrunedError, RpcRefusedError } from '../rpc/refusal.ts'
import { readCallTrace } from './call-trace.ts'
import { readTraceLogs } from './trace-log.ts'

/** The place of a call in a transaction: the index among the calls of each call around it. */
export type FramePath = readonly number[]

/** The calls of a transaction. */
export type TransactionTrace = {
  readonly root: CallFrame
  /** Gives a call without those inside it that failed. */
  readonly frameAt: (path: FramePath) => CallFrame
  /** Lists the logs of a call and of those inside it that took effect. */
  readonly logsAt: (path: FramePath) => readonly RawLog[]
}

/**
 * Reads the calls of a transaction and their logs.
 *
 * @returns null where the node has no tracer, or no longer has the state.
 */
export async function readTransactionTrace(
  { rpc }: Pick<Chain, 'rpc'>,
  transactionHash: Hex,
): Promise<TransactionTrace | null> {
  const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const call = { method: 'debug_traceTransaction', params: [transactionHash, tracer] }
  try {
    const [answer] = await rpc.ask([call])
    const root = parseAnswer(readCallTrace, call, answer)
    const raw = parseAnswer(readAnything, call, answer) as RawFrame
    const settledAt = (path: FramePath) =>
      ({ ok: true, value: settledOf(rawAt(raw, path)) }) as const
    return {
      root,
      frameAt: (path) => parseAnswer(readCallTrace, call, settledAt(path)),
      logsAt: (path) => parseAnswer(readTraceLogs, call, settledAt(path)),
    }
  } catch (error) {
    const isRefusal = error instanceof RpcRefusedError && error.refusal !== 'busy'
    if (isRefusal || error instanceof HistoryPrunedError) return null
    throw error
  }
}

/** Lists the places of calls that took effect and that a rule picks, in the order in which they began. */
export function framePathsOf(
  frame: CallFrame,
  isPicked: (frame: CallFrame) => boolean,
): readonly FramePath[] {
  if (frame.error !== null) return []
  const inner = frame.calls.flatMap((call, index) =>
    framePathsOf(call, isPicked).map((path) => [index, ...path]),
  )
  return isPicked(frame) ? [[], ...inner] : inner
}

type RawFrame = { readonly calls?: readonly RawFrame[] | null; readonly error?: unknown }

function rawAt(root: RawFrame, path: FramePath): RawFrame {
  return path.reduce((frame, index) => frame.calls![index]!, root)
}

/** The frame without calls that failed: some nodes keep the logs of these. */
function settledOf(frame: RawFrame): RawFrame {
  const calls = (frame.calls ?? []).filter(({ error }) => error == null)
  return { ...frame, calls: calls.map(settledOf) }
}
