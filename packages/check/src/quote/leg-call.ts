import { type Address, isSameAddress } from '@vaultwright/base'
import { type AbiValue, droneTargetOf } from '@vaultwright/manager'
import {
  actionsOfCall,
  type CalldataFields,
  type DecodedAction,
  type ReadableCall,
  type SwapVenue,
  venueOf,
} from '@vaultwright/protocols'
import { checkOffer, executionRefusalOf, strictOfferPolicy } from '@vaultwright/swap'
import { plainText } from '../built/requested-value.ts'

/** A leg of a swap, as it must stand in the calldata. Amounts in base units. */
export type ExpectedLeg = {
  readonly route: string
  /** In display form, as a quote has them. */
  readonly params: Readonly<Record<string, string>>
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  /** Null where the call demands none. */
  readonly least: bigint | null
  /** The vault, or the drone that acts for it. */
  readonly actor: Address
  /** The measured output of the leg; null where legs cannot be told apart. */
  readonly bought: bigint | null
}

/** The call of a leg of a swap. */
export type LegCall = {
  readonly problems: readonly string[]
  readonly notes: readonly string[]
  /** A sentence for each value that costs money and was not compared. */
  readonly uncompared: readonly string[]
  /** Unix seconds; null where the call has none. */
  readonly deadline: bigint | null
  /** Null where the calldata is a third party's and no action makes it. */
  readonly decoded: DecodedAction | null
}

/** Reads a call as a leg of a swap; null where it is another call. */
export function readLegCall(call: ReadableCall, leg: ExpectedLeg): LegCall | null {
  const venue = venueOf(leg.route)
  if (venue === null) return null
  const decoded = actionsOfCall(call).find(({ action }) => action.route === leg.route) ?? null
  if (venue.calldata !== null) return offeredLeg(call, leg, { decoded, fields: venue.calldata })
  return decoded === null ? null : plainLeg(call, leg, { decoded, venue })
}

function plainLeg(
  call: ReadableCall,
  leg: ExpectedLeg,
  { decoded, venue }: { readonly decoded: DecodedAction; readonly venue: SwapVenue },
): LegCall {
  const { values } = decoded
  const problems = actorProblems(call, leg.actor)
  const notes: string[] = []
  const uncompared: string[] = []
  const { self } = values
  if (typeof self === 'string' && !isSameAddress(self as Address, leg.actor))
    problems.push(`${leg.route} pays ${self}, not ${leg.actor}.`)
  const paid = venue.recipient === null ? undefined : values[venue.recipient]
  if (typeof paid === 'string' && !isSameAddress(paid as Address, leg.actor))
    problems.push(`${leg.route} pays ${paid}, not ${leg.actor}.`)
  for (const [verb, source, expected] of [
    ['sells', venue.sold, leg.sellToken],
    ['buys', venue.bought, leg.buyToken],
  ] as const) {
    const token = 'name' in source ? values[source.name] : undefined
    if (typeof token !== 'string')
      notes.push(`What ${leg.route} ${verb} follows from the account that it calls.`)
    else if (!isSameAddress(token as Address, expected))
      problems.push(`${leg.route} ${verb} ${token}, and you asked for ${expected}.`)
  }
  const amount = values[venue.amount]
  if (amount !== leg.sellAmount)
    problems.push(`${leg.route} sells ${shown(amount)} base units, not ${leg.sellAmount}.`)
  if (venue.least === null)
    uncompared.push(`The call of ${leg.route} demands no least: the rate is the contract's own.`)
  else if (values[venue.least] !== leg.least)
    problems.push(
      `${leg.route} demands ${shown(values[venue.least])} base units at least, and the answer says ${leg.least ?? 'none'}.`,
    )
  for (const [name, text] of Object.entries(leg.params)) {
    const value = values[name]
    if (value === undefined)
      uncompared.push(`${name} ${text} is not in the calldata as such: not compared.`)
    else if (plainText(value) !== text.toLowerCase())
      problems.push(`You chose ${name} ${text}; the calldata has ${plainText(value)}.`)
  }
  const deadline = venue.deadline === null ? null : values[venue.deadline]
  return {
    problems,
    notes,
    uncompared,
    deadline: typeof deadline === 'bigint' ? deadline : null,
    decoded,
  }
}

/** A third party's calldata: its own fields are read, and nothing but the swap is taken. */
function offeredLeg(
  call: ReadableCall,
  leg: ExpectedLeg,
  { decoded, fields }: { readonly decoded: DecodedAction | null; readonly fields: CalldataFields },
): LegCall | null {
  const target = droneTargetOf(call.data) ?? call.target
  if (decoded === null && fields.amount.read(call.data) === null) return null
  const verdict = checkOffer(
    { to: target, data: call.data, value: call.value },
    { ...leg, target, receiver: leg.actor, refusalOfLeaf: () => null, policy: strictOfferPolicy },
  )
  if (verdict.fields === null) return null
  const problems = actorProblems(call, leg.actor)
  if (!verdict.isAccepted) problems.push(...verdict.refusals.map(({ message }) => message))
  const { least: minimum } = verdict.fields
  if (minimum !== leg.least)
    problems.push(
      `${leg.route} demands ${minimum} base units at least, and the answer says ${leg.least ?? 'none'}.`,
    )
  if (leg.bought !== null) {
    const terms = { executed: leg.bought, offered: null, bound: null }
    const refusal = executionRefusalOf(verdict.fields, terms)
    if (refusal !== null) problems.push(refusal.message)
  }
  return { problems, notes: [], uncompared: [], deadline: null, decoded }
}

function actorProblems({ data, target }: ReadableCall, actor: Address): string[] {
  const acting = droneTargetOf(data) === null ? null : target
  if (acting === null || isSameAddress(acting, actor)) return []
  return [`${acting} acts, and not ${actor}.`]
}

function shown(value: AbiValue | undefined): string {
  return value === undefined ? 'an unknown number of' : plainText(value)
}
