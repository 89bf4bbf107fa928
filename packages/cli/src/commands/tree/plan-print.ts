import { parseAddress } from '@vaultwright/merkle'
import type { Plan, PlanStep } from '@vaultwright/operations'
import {
  type DiffPrinting,
  printDiffMarkdown,
  printDiffText,
  summaryLines,
} from '@vaultwright/review'
import { buildSafeBatch, printSafeBatch, type SafeCall } from '@vaultwright/safe'
import { UsageError } from '../../command/usage.ts'
import type { Context, Json } from '../../terminal/context.ts'
import { assertAllReplaceable, writeFileWhole } from '../../terminal/output-file.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'
import type { PlannedRisk } from './plan-risk.ts'

type WrittenPlan = {
  readonly plan: Plan
  readonly files: readonly string[]
  readonly printing: DiffPrinting
  /** The risks that fail the plan; null if not requested. */
  readonly risks: readonly PlannedRisk[] | null
}

export function planJsonOf({ plan, files, printing, risks }: WrittenPlan): Json {
  const { chain, steps, block, stale, calls, timelock } = plan
  return {
    chain: chain.chain.slug,
    vault: chain.vault,
    manager: chain.manager,
    block: block === null ? null : { number: block.number, hash: block.hash },
    stale,
    strategists: steps.map(({ strategist, account, before, after, diff, notes }) => ({
      strategist,
      account,
      before,
      after,
      notes,
      isInForce: before === null ? null : before === after,
      diff: diff === null ? null : diffJsonOf(diff, printing),
    })),
    transactions: calls.map(callJsonOf),
    timelock:
      timelock === null
        ? null
        : {
            id: timelock.id,
            schedule: callJsonOf(timelock.schedule),
            execute: callJsonOf(timelock.execute),
          },
    files,
    ...(risks === null ? {} : { risks }),
  }
}

/** Prints a plan for a person: roots and differences of each strategist, then the transactions. */
export function* printPlan(
  { plan, files, printing }: WrittenPlan,
  style: TextStyle,
): Iterable<string> {
  const { chain, steps, block, stale, calls, timelock } = plan
  const blockText = block === null ? 'no node was asked' : `roots at block ${block.number}`
  yield `${style.bold(printSafely(chain.chain.name))}  manager ${chain.manager}  ${style.dim(blockText)}\n`
  for (const line of stale) yield `${style.yellow('stale')}  ${printSafely(line)}\n`
  for (const step of steps) yield* stepLines(step, printing, style)
  yield '\n'
  if (calls.length === 0) {
    yield steps.some(isOpen)
      ? 'No transaction: no root that differs has an address.\n'
      : 'Nothing to do.\n'
    return
  }
  if (timelock === null) {
    for (const call of calls) yield* callLines('transaction', call, style)
  } else {
    yield* printPairs([['operation', timelock.id]], style)
    yield* callLines('schedule', timelock.schedule, style)
    yield* callLines('execute', timelock.execute, style)
  }
  for (const file of files) yield `wrote ${printSafely(file)}\n`
}

/** True if a step sets a root that is not in force. */
export function isOpen({ before, after }: PlanStep): boolean {
  return before !== after
}

function* stepLines(step: PlanStep, printing: DiffPrinting, style: TextStyle): Iterable<string> {
  const { strategist, account, before, after, diff, notes } = step
  const verdict = before === null ? '' : before === after ? style.green('  in force') : ''
  yield `\n${style.bold(printSafely(strategist))}  ${account ?? '(no address)'}${verdict}\n`
  yield* printPairs(
    [
      ['root now', before ?? '(not known)'],
      ['new root', after],
    ],
    style,
  )
  for (const note of notes) yield `${style.yellow('note')}  ${printSafely(note)}\n`
  if (diff !== null) yield printDiffText(diff, printing)
  else if (before !== null && before !== after) {
    yield style.dim('What changes, --current tells: give it the tree in force.\n')
  }
}

/** Prints a plan as Markdown: a heading a strategist, the differences below it, then the transactions. */
export function* printPlanMarkdown({ plan, files, printing }: WrittenPlan): Iterable<string> {
  const { chain, steps, block, stale, calls, timelock } = plan
  const blockText = block === null ? 'no node was asked' : `roots at block ${block.number}`
  yield `# Plan of ${codeOf(chain.chain.name)}\n\nManager \`${chain.manager}\`, ${blockText}.\n`
  for (const line of stale) yield `\n- stale: ${codeOf(line)}\n`
  for (const { strategist, account, before, after, diff, notes } of steps) {
    yield `\n## ${codeOf(strategist)}\n\n`
    yield `- account: ${account ?? 'no address'}\n- root now: ${before ?? 'not known'}\n- new root: ${after}\n`
    for (const note of notes) yield `- note: ${codeOf(note)}\n`
    if (diff !== null) yield `\n${printDiffMarkdown(diff, printing).replace(/^#(?=#* )/gm, '###')}`
  }
  const sent = timelock === null ? calls : [timelock.schedule, timelock.execute]
  if (sent.length > 0) yield '\n## Transactions\n\n'
  for (const { to, value, data } of sent) yield `- to \`${to}\`, value ${value}: \`${data}\`\n`
  for (const file of files) yield `\nWrote ${codeOf(file)}.\n`
}

/** Texts of files stand in code spans, so that none becomes a link, a mention or HTML. */
function codeOf(text: string): string {
  return `\`${printSafely(text).replaceAll('`', "'")}\``
}

function diffJsonOf(diff: NonNullable<PlanStep['diff']>, printing: DiffPrinting): Json {
  const text = summaryLines(diff, printing).map((line) => line.text)
  return { ...diff, summary: { ...diff.summary, text } } as Json
}

function callLines(
  name: string,
  { to, value, data }: SafeCall,
  style: TextStyle,
): readonly string[] {
  const sent = value === 0n ? [] : [['value', `${value} wei`] as const]
  return [`${name}\n`, ...printPairs([['  to', to], ...sent, ['  data', data]], style)]
}

function callJsonOf({ to, value, data }: SafeCall): Json {
  return { to, value, data }
}

/** The requested Safe batch files. */
type PlanFileOptions = {
  readonly safe: string | undefined
  readonly 'safe-address': string | undefined
}

/**
 * Writes the transactions of a plan as batch files of the Safe web app: one, or with a timelock one that
 * schedules and one that executes.
 */
export function safeFilesOf(plan: Plan, options: PlanFileOptions, name: string) {
  const { safe } = options
  if (safe === undefined && options['safe-address'] !== undefined) {
    throw new UsageError('--safe-address needs --safe. Give it as well.')
  }
  return async (context: Context): Promise<readonly string[]> => {
    if (safe === undefined || plan.calls.length === 0) return []
    const account = options['safe-address']
    const batchOf = (path: string, description: string, calls: readonly SafeCall[]) => {
      const batch = buildSafeBatch({
        chainId: plan.chain.chain.id,
        description,
        calls,
        createdAtMs: context.now(),
        safe: account === undefined ? null : parseAddress(account),
        name: `Roots of ${name}`,
      })
      return { path, text: printSafeBatch(batch) }
    }
    const { timelock } = plan
    const setting = plan.steps
      .filter(({ account, before, after }) => account !== null && before !== after)
      .map(({ strategist, after }) => `${strategist}: ${after}`)
      .join('; ')
    const second = safe.replace(/(\.json)?$/, '.execute.json')
    const files =
      timelock === null
        ? [batchOf(safe, `Set roots: ${setting}`, plan.calls)]
        : [
            batchOf(safe, `Schedule roots: ${setting}`, [timelock.schedule]),
            batchOf(second, `Execute roots: ${setting}`, [timelock.execute]),
          ]
    assertAllReplaceable(files, context)
    for (const { path, text } of files) await writeFileWhole(path, [text], context)
    return files.map(({ path }) => path)
  }
}

/** A batch was asked for, and a root that differs has no address whose root could be set. */
export function isUnwritten({ steps, calls }: Plan, safe: string | undefined): boolean {
  return safe !== undefined && calls.length === 0 && steps.some(isOpen)
}
