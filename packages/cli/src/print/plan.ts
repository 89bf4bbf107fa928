import { printDiffText } from '@vaultwright/review'
import type { SafeCall } from '@vaultwright/safe'
import type { Json } from '../answer.ts'
import type { Plan, PlanStep } from '../plan-root.ts'
import type { Ink } from './ink.ts'
import { printPairs, printSafely } from './table.ts'

/** A plan, and the files that its transactions were written to. */
export type WrittenPlan = { readonly plan: Plan; readonly files: readonly string[] }

/** Turns a plan into what `--json` shows. */
export function planJsonOf({ plan, files }: WrittenPlan): Json {
  const { chain, steps, block, stale, calls, timelock } = plan
  return {
    chain: chain.chain.slug,
    ...{ vault: chain.vault, manager: chain.manager },
    block: block === null ? null : { number: block.number, hash: block.hash },
    stale,
    strategists: steps.map(({ strategist, account, before, after, diff, notes }) => ({
      ...{ strategist, account, before, after, notes },
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
export function* printPlan({ plan, files }: WrittenPlan, ink: Ink): Iterable<string> {
  const { chain, steps, block, stale, calls, timelock } = plan
  const at = block === null ? 'no node was asked' : `roots at block ${block.number}`
  yield `${ink.bold(printSafely(chain.chain.name))}  manager ${chain.manager}  ${ink.dim(at)}\n`
  for (const line of stale) yield `${ink.yellow('stale')}  ${printSafely(line)}\n`
  for (const step of steps) yield* stepLines(step, ink)
  yield '\n'
  if (calls.length === 0) {
    yield steps.every(({ before, after }) => before === after)
      ? 'Nothing to do.\n'
      : 'No transaction: no root that differs has an address.\n'
    return
  }
  if (timelock === null) {
    for (const call of calls) yield* callLines('transaction', call, ink)
  } else {
    yield* printPairs([['operation', timelock.id]], ink)
    yield* callLines('schedule', timelock.schedule, ink)
    yield* callLines('execute', timelock.execute, ink)
  }
  for (const file of files) yield `wrote ${printSafely(file)}\n`
}

function* stepLines(step: PlanStep, ink: Ink): Iterable<string> {
  const { strategist, account, before, after, diff, notes } = step
  const verdict = before === null ? '' : before === after ? ink.green('  in force') : ''
  yield `\n${ink.bold(printSafely(strategist))}  ${account ?? '(no address)'}${verdict}\n`
  yield* printPairs(
    [
      ['root now', before ?? '(not known)'],
      ['new root', after],
    ],
    ink,
  )
  for (const note of notes) yield `${ink.yellow('note')}  ${printSafely(note)}\n`
  if (diff !== null) yield printDiffText(diff)
  else if (before !== null && before !== after) {
    yield ink.dim('What changes, --current tells: give it the tree in force.\n')
  }
}

function callLines(name: string, { to, value, data }: SafeCall, ink: Ink): readonly string[] {
  const sent = value === 0n ? [] : [['value', `${value} wei`] as const]
  return [`${name}\n`, ...printPairs([['  to', to], ...sent, ['  data', data]], ink)]
}

function callJsonOf({ to, value, data }: SafeCall): Json {
  return { to, value, data }
}
