import type { BuiltAction, ProvenCall } from '@vaultwright/builder'
import { type BuiltHere, isSuccess } from '../action-result.ts'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printSimulated } from './simulation.ts'
import { interfaceJsonOf } from './simulation-interface.ts'
import { simulatedJsonOf } from './simulation-json.ts'
import { printPairs, printSafely } from './table.ts'

/**
 * Turns what was built into the keys of the interface.
 *
 * @param here - what was built.
 * @returns calldata and target, what each action did, and the simulation where there is one.
 */
export function builtJsonOf({ built, isBatch, simulated }: BuiltHere): Json {
  const actions = built.actions.map(actionJsonOf)
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

/**
 * Prints what was built for a person: what it does, its calls and their leaves.
 *
 * @param here - what was built.
 * @param ink - for headings.
 * @returns the lines, without the calldata.
 */
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
  for (const [at, { description, slot, leaf, target }] of built.provenCalls.entries()) {
    yield `\n${String(at).padStart(3)}  ${printSafely(description)}\n`
    yield ink.dim(`     slot ${slot}  ${leaf.signature}  of ${target}\n`)
  }
  if (simulated !== null) {
    yield '\n'
    yield* printSimulated(simulated, { ink, strict: false })
  }
}

function actionJsonOf(action: BuiltAction): Json {
  return {
    route: action.route,
    name: action.name,
    protocol: action.protocol,
    protocol_name: action.protocolTitle,
    protocol_app_url: action.protocolAppUrl ?? '',
    description: action.description,
    warnings: action.warnings.map(({ code, severity, message, facts }) => ({
      ...{ code, severity, message, facts },
    })),
    calls: action.calls.map(callJsonOf),
    ...(action.inside.length === 0 ? {} : { inside: action.inside.map(actionJsonOf) }),
  }
}

function callJsonOf(call: ProvenCall): Json {
  const { target, data, value, decoder, slot, leaf, proof, description } = call
  const found = { decoder, leaf_index: slot, signature: leaf.signature, proof }
  return { description, target, data, value, ...found }
}
