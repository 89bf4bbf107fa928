import {
  type Address,
  BaseError,
  type Hex,
  isSameAddress,
  printUnits,
  zeroAddress,
} from '@vaultwright/base'
import { type AbiValue, droneTargetOf, parseSignature, selectorOf } from '@vaultwright/manager'
import { actionsOfCall, encodeAction } from '@vaultwright/protocols'
import type { SwapRefusal } from '@vaultwright/swap'
import type { VenueChoice } from '../attempt.ts'

/** Values that a third party alone knows, read out of its calldata; or why they cannot be. */
export type OfferedParams =
  | {
      readonly ok: true
      /** As the builder takes them; the least among them. */
      readonly params: Readonly<Record<string, unknown>>
      /** Base units of what is bought. */
      readonly least: bigint
    }
  | { readonly ok: false; readonly refusal: SwapRefusal }

/** The calldata of a third party, and what it has to do. */
export type GivenCall = {
  readonly data: Hex
  /** Base units. */
  readonly sellAmount: bigint
  /** The account that acts and receives. */
  readonly actor: Address
}

/**
 * Reads third-party calldata for an action that builds its own: 1inch on pools, RedSnwapper, Ambient.
 *
 * It counts only where the action makes the very same bytes again, for the tokens, the amount and the
 * accounts of the choice.
 */
export function offeredParamsOf(choice: VenueChoice, call: GivenCall): OfferedParams {
  const { venue, listing } = choice
  const { action, binding } = listing.permission!
  const reading = readValues(choice, call)
  if (!reading.ok) return reading
  const { values } = reading
  const { [venue.amount]: amount, self } = values
  if (amount !== call.sellAmount) {
    const message = `The calldata sells ${amount} base units, and ${call.sellAmount} were asked for. Ask for that amount.`
    return refused('amount_mismatch', message)
  }
  if (typeof self === 'string' && !isSameAddress(self as Address, call.actor)) {
    return refused('recipient_not_vault', `The calldata pays ${self}, and not ${call.actor}.`)
  }
  for (const [name, bound] of Object.entries(binding)) {
    const value = values[name]
    if (value === undefined || action.parameters[name] === undefined) continue
    if (String(value).toLowerCase() !== String(bound).toLowerCase()) {
      const message = `The calldata names ${value} as ${name}, and the leaf permits ${bound}.`
      return refused('calldata_not_permitted', message)
    }
  }
  const minimum = venue.least === null ? undefined : values[venue.least]
  if (typeof minimum !== 'bigint' || minimum === 0n) {
    return refused('least_below_bound', 'The calldata accepts whatever comes out.')
  }
  const free = Object.entries(values).filter(
    ([name]) => action.parameters[name] !== undefined && binding[name] === undefined,
  )
  const params = Object.fromEntries(
    free
      .filter(([name]) => name !== venue.amount)
      .map(([name, value]) => [
        name,
        name === venue.least ? minimumText(choice, minimum) : textOf(value),
      ]),
  )
  return { ok: true, params, least: minimum }
}

function minimumText({ buyToken }: VenueChoice, minimum: bigint): string {
  return printUnits(minimum, buyToken.decimals ?? 0)
}

function textOf(value: AbiValue): unknown {
  return Array.isArray(value) ? value.map(String) : String(value)
}

type OfferedValues =
  | { readonly ok: true; readonly values: Readonly<Record<string, AbiValue>> }
  | { readonly ok: false; readonly refusal: SwapRefusal }

function readValues(choice: VenueChoice, { data, sellAmount }: GivenCall): OfferedValues {
  const { venue, listing } = choice
  const { action } = listing.permission!
  const selector = selectorOf(parseSignature(action.signature).canonical)
  if (data.slice(0, 10).toLowerCase() !== selector) {
    const message = `The calldata calls ${data.slice(0, 10)}, and ${action.route} calls ${selector}. Ask its maker for that function.`
    return refused('calldata_refused', message)
  }
  if (droneTargetOf(data) !== null) {
    const message = "The calldata ends in a drone's suffix, which is added here. Leave it out."
    return refused('calldata_refused', message)
  }
  const value = action.sends === 'always' ? sellAmount : 0n
  const call = { target: listing.target!, data, value }
  const values =
    venue.offeredIn === null
      ? actionsOfCall(call).find((one) => one.action.route === action.route)?.values
      : venue.offeredIn(data)
  if (values === null || values === undefined || !isMadeOf(choice, values, data)) {
    const message = `${action.route} does not make this calldata: it holds more or less than the arguments of ${selector}, or others. Ask its maker for that function.`
    return refused('calldata_refused', message)
  }
  return { ok: true, values: values }
}

/** True if the action makes the very same bytes of some values. */
function isMadeOf(
  { venue, listing }: VenueChoice,
  values: Readonly<Record<string, AbiValue>>,
  data: Hex,
): boolean {
  const { action, binding } = listing.permission!
  if (venue.offered.some((name) => values[name] === undefined)) return false
  const manager = zeroAddress
  const self = (values.self ?? zeroAddress) as Address
  try {
    const encoded = encodeAction(action, { ...binding, ...values, self, manager })
    return encoded.toLowerCase() === data.toLowerCase()
  } catch (error) {
    if (error instanceof BaseError || error instanceof RangeError) return false
    throw error
  }
}

function refused(
  code: string,
  message: string,
): { readonly ok: false; readonly refusal: SwapRefusal } {
  return { ok: false, refusal: { code, message } }
}
