import type { Address } from '@vaultwright/base'
import {
  allOf,
  anyOf,
  atomOf,
  deciderOf,
  type Formula,
  impossible,
  wayOf,
} from '../model/formula.ts'
import { selectors, selectorsNamed } from '../model/guarded-function.ts'
import type { BridgeTie, BridgeVerifiers, MessageRoute } from '../model/state.ts'
import { callOf } from './voice.ts'

/** A contract that mints for messages of other chains, and what lets them in. */
export type BridgedTeller = { readonly teller: Address; readonly bridge: BridgeTie }

/**
 * Writes what it takes to choose who verifies messages: the receiver's delegate, whoever names one, and the owners of
 * the endpoint and of the library where their defaults count.
 */
export function verifierChoiceFormula(
  { teller, bridge: { endpoint, delegate, routes } }: BridgedTeller,
  delay: number,
): Formula {
  const choose = (subject: Address, part: Formula) =>
    wayOf({ rule: 'choose_verifiers', subject, target: teller }, part)
  const ways = selectorsNamed('teller', ['setDelegate']).map((selector) =>
    choose(teller, atomOf({ kind: 'can', target: teller, selector }, delay)),
  )
  if (delegate === null) ways.push(unknownWay(endpoint))
  else ways.push(choose(delegate, callOf(delegate, [endpoint, selectors.setConfig], delay)))
  for (const { library, isDefaultLibrary, verifiers } of routes) {
    if (isDefaultLibrary) ways.push(choose(endpoint, canAny('bridge_endpoint', endpoint, delay)))
    if (library === null) continue
    if (verifiers === null) ways.push(unknownWay(library))
    else if (isAllDefault(verifiers))
      ways.push(choose(library, canAny('bridge_library', library, delay)))
  }
  return anyOf(ways)
}

/** Writes the condition under which enough verifiers let in a message that was never sent. */
export function forgedMessageFormula(
  { bridge: { routes } }: BridgedTeller,
  delay: number,
): Formula {
  return anyOf(routes.map((route) => verifiedFormula(route, delay)))
}

/** True if nothing but defaults, which the owner of the library sets, stands in the way of a message. */
function isAllDefault({
  isDefaultRequired,
  isDefaultOptional,
  ...chosen
}: BridgeVerifiers): boolean {
  return (
    (isDefaultRequired || isDefaultOptional) &&
    (isDefaultRequired || chosen.required.length === 0) &&
    (isDefaultOptional || chosen.threshold === 0)
  )
}

function verifiedFormula({ library, verifiers }: MessageRoute, delay: number): Formula {
  if (library === null || verifiers === null) return impossible
  const { required, optional, threshold, isDefaultRequired, isDefaultOptional } = verifiers
  const say = (verifier: Address) =>
    wayOf(
      { rule: 'verify_message', subject: verifier, target: library },
      callOf(verifier, [library, selectors.verify], delay),
    )
  const enough: Formula = { op: 'at_least', count: threshold, parts: optional.map(say) }
  const isLet = required.length > 0 || threshold > 0
  const change = canAny('bridge_library', library, delay)
  return anyOf([
    isLet ? allOf([...required.map(say), enough]) : impossible,
    // Defaults give way to the owner of the library, and what the receiver chose does not.
    isDefaultRequired || isDefaultOptional
      ? allOf([
          change,
          ...(isDefaultRequired ? [] : required.map(say)),
          ...(isDefaultOptional ? [] : [enough]),
        ])
      : impossible,
  ])
}

function canAny(
  kind: 'bridge_endpoint' | 'bridge_library',
  target: Address,
  delay: number,
): Formula {
  const names =
    kind === 'bridge_endpoint'
      ? ['setDefaultReceiveLibrary', 'setDefaultReceiveLibraryTimeout']
      : ['setDefaultUlnConfigs', 'setDefaultUlnConfig']
  return anyOf(
    selectorsNamed(kind, names).map((selector) => atomOf({ kind: 'can', target, selector }, delay)),
  )
}

function unknownWay(subject: Address): Formula {
  return wayOf({ rule: 'unknown_code', subject }, deciderOf(subject, true))
}
