import { parseAddress } from '@vaultwright/merkle'
import type { Answer } from './answer.ts'
import type { Context } from './context.ts'
import { readHex } from './hex-input.ts'
import { printSimulated } from './print/simulation.ts'
import { simulatedJsonOf } from './print/simulation-json.ts'
import { buildProgress } from './progress.ts'
import type { EngineName } from './request-record.ts'
import { amountAt } from './shape.ts'
import { replaySimulation, runSimulation, type SimulateNodeWords } from './simulate.ts'
import { isSuccess, type Simulated, simulationsIn } from './simulated.ts'
import { readRequest, type TransactionWords } from './simulation-input.ts'
import { UsageError } from './usage.ts'

/** What the command is called with. */
export type SimulateWords = TransactionWords &
  SimulateNodeWords & {
    readonly engine: EngineName | undefined
    readonly record: string | undefined
    readonly replay: string | undefined
    readonly strict: boolean
  }

/**
 * Answers the command `simulate`.
 *
 * @throws {UsageError} when words contradict each other, and what reading and simulating throw.
 */
export async function answerSimulation(words: SimulateWords, context: Context): Promise<Answer> {
  const simulated = await simulatedBy(words, context)
  const { strict } = words
  const ok = isYes(simulated, strict)
  return {
    json: () => simulatedJsonOf(simulated, { ok, strict }),
    text: (ink) => printSimulated(simulated, { ink, strict }),
    exit: () => (ok ? 0 : 1),
  }
}

async function simulatedBy(words: SimulateWords, context: Context): Promise<Simulated> {
  const { record, replay, engine } = words
  if (replay === undefined) {
    const request = await readRequest(words, context)
    const progress = buildProgress(3, context, words.quiet)
    return runSimulation({ engine: engine ?? 'both', request }, words, {
      context,
      progress,
      record,
    })
  }
  if (record !== undefined) throw new UsageError('A replay records nothing. Leave --record out.')
  const idle = ['calls', 'tree', 'manager-tree', 'reads', 'overrides', 'vault', 'chain', 'block']
  const fields: Readonly<Record<string, unknown>> = words
  const lists = ['rpc-url', 'fork-rpc-url', 'watch'].filter(
    (name) => (fields[name] as string[]).length > 0,
  )
  const [unread] = [...idle.filter((name) => fields[name] !== undefined), ...lists]
  if (unread !== undefined) {
    throw new UsageError(`A recording has its own ${unread}. Leave --${unread} out, or --replay.`)
  }
  const to = words.to ?? words.manager
  const given = {
    engine,
    ...(words.from === undefined ? {} : { from: parseAddress(words.from) }),
    ...(to === undefined ? {} : { to: parseAddress(to) }),
    ...(words.value === undefined ? {} : { value: amountAt(words.value, '--value') }),
    ...(words.calldata === undefined ? {} : { data: await readHex(words.calldata, context) }),
  }
  return replaySimulation(replay, given, context)
}

/** Two engines that differ are never a yes; nor, where it was asked for, is a warning. */
function isYes(simulated: Simulated, strict: boolean): boolean {
  if (!isSuccess(simulated)) return false
  return !strict || simulationsIn(simulated.answer).every(({ warnings }) => warnings.length === 0)
}
