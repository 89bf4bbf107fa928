import type { Plan, PlanStep } from '@vaultwright/operations'
import { printDiffText } from '@vaultwright/review'
import type { SafeCall } from '@vaultwright/safe'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'

export type WrittenPlan = { readonly plan: Plan; readonly files: readonly string[] }

export function planJsonOf({ plan, files }: WrittenPlan): Json {
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
      diff: diff as Json,
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
  }
}

/** Prints a plan for a person: roots and differences of each strategist, then the transactions. */
export function* printPlan({ plan, files }: WrittenPlan, style: TextStyle): Iterable<string> {
  const { chain, steps, block, stale, calls, timelock } = plan
  const at = block === null ? 'no node was asked' : `roots at block ${block.number}`
  yield `${style.bold(printSafely(chain.chain.name))}  manager ${chain.manager}  ${style.dim(at)}\n`
  for (const line of stale) yield `${style.yellow('stale')}  ${printSafely(line)}\n`
  for (const step of steps) yield* stepLines(step, style)
  yield '\n'
  if (calls.length === 0) {
    yield steps.every(({ before, after }) => before === after)
      ? 'Nothing to do.\n'
      : 'No transaction: no root that differs has an address.\n'
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

function* stepLines(step: PlanStep, style: TextStyle): Iterable<string> {
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
  if (diff !== null) yield printDiffText(diff)
  else if (before !== null && before !== after) {
    yield style.dim('What changes, --current tells: give it the tree in force.\n')
  }
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
