import type { BuiltAction } from '@vaultwright/builder'
import { verboseReportOf } from '@vaultwright/wire'
import type { BuiltHere } from '../action-result.ts'
import type { Json } from '../answer.ts'
import { isSuccess } from '../simulated.ts'
import type { Ink } from './ink.ts'
import { printSimulated } from './simulation.ts'
import { interfaceJsonOf } from './simulation-interface.ts'
import { simulatedJsonOf } from './simulation-json.ts'
import { printPairs, printSafely } from './table.ts'

/** Turns what was built into the keys of the interface. */
export function builtJsonOf({ built, isBatch, simulated }: BuiltHere): Json {
  const actions = built.actions.map(verboseReportOf) as readonly Json[]
  return {
    encoded_tx_data: built.calldata,
    target: built.target,
    description: built.description,
    root: built.root,
    action_api_response: isBatch ? actions : (actions[0] ?? null),
    ...(simulated === null
      ? { simulation_skipped: true }
      : {
          ...interfaceJsonOf(simulated),
          simulation: simulatedJsonOf(simulated, { ok: isSuccess(simulated), strict: false }),
        }),
  }
}

/** Prints what was built for a person: what it does, its calls and their leaves. */
export function* printBuilt({ built, simulated }: BuiltHere, ink: Ink): Iterable<string> {
  for (const { description } of built.actions) yield `${ink.bold(printSafely(description))}\n`
  yield '\n'
  yield* printPairs(
    [
      ['to', built.target],
      ['root', built.root],
    ],
    ink,
  )
  yield* printCalls(built.actions, '', ink)
  if (simulated !== null) {
    yield '\n'
    yield* printSimulated(simulated, { ink, strict: false })
  }
}

/** Calls are numbered as the batch runs them; what runs inside of one, under its number: 0.0, 0.1. */
function* printCalls(actions: readonly BuiltAction[], within: string, ink: Ink): Iterable<string> {
  let at = 0
  for (const { calls, inside } of actions) {
    for (const { description, slot, leaf, target } of calls) {
      const number = `${within}${at}`.padStart(3)
      yield `\n${number}  ${printSafely(description)}\n`
      const tree = within === '' ? '' : " of the Manager's own tree"
      yield ink.dim(
        `${' '.repeat(number.length)}  slot ${slot}${tree}  ${leaf.signature}  of ${target}\n`,
      )
      at += 1
    }
    yield* printCalls(inside, `${within}${at - 1}.`, ink)
  }
}
