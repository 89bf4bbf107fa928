import type { Address } from '@vaultwright/base'
import {
  actionOf,
  type Binding,
  type Claim,
  claimsOf,
  emptyFacts,
  leafOf,
  patternsOf,
  type ReadMoment,
  ruleBook,
} from '@vaultwright/protocols'

/** An address of digits only, which has one spelling. */
export function accountNumber(number: number): Address {
  return `0x${String(number).padStart(4, '0').padStart(40, '7')}`
}

export const vault = accountNumber(9001)
export const drone = accountNumber(9002)
export const manager = accountNumber(9003)
const decoder = accountNumber(9004)

/** When subjects are read. */
export const moment: ReadMoment = { atUnix: 1_800_000_000n }

/** The claim of a vault's leaf of an action, when it is known which protocol the account belongs to. */
export function claimOf(route: string, binding: Binding): Claim {
  return claimBy(null, route, binding)
}

/** The same of its drone. */
export function droneClaimOf(route: string, binding: Binding): Claim {
  return claimBy(drone, route, binding)
}

function claimBy(acting: Address | null, route: string, binding: Binding): Claim {
  const action = actionOf(route)!
  const pattern = patternsOf(action, ruleBook)[0]!
  const actor = { decoder, self: acting ?? vault, manager, drone: acting }
  const leaf = leafOf(pattern, binding, actor)
  const knownFacts = { ...emptyFacts, protocolsOf: () => [action.protocol] }
  const owner = { vault, manager, drones: [drone] }
  const [claim] = claimsOf([leaf], { owner, knownFacts })
  if (claim == null || claim.pattern.action.route !== route) throw new Error(`no claim: ${route}`)
  return claim
}
