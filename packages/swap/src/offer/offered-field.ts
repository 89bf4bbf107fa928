import type { Hex } from '@vaultwright/base'
import { parseSignature, selectorOf } from '@vaultwright/manager'
import { actionOf, type CalldataFields, venueOf } from '@vaultwright/protocols'

/** The amounts that third-party calldata demands and promises · base units. */
export type OfferedFields = {
  readonly amount: bigint
  readonly least: bigint
  /** The router keeps what comes out above it; null where it keeps nothing. */
  readonly quote: bigint | null
}

/** Third-party calldata read by the fields of its venue, or why it cannot be read. */
export type OfferReading =
  | {
      readonly ok: true
      readonly layout: CalldataFields
      readonly fields: OfferedFields
    }
  | { readonly ok: false; readonly reason: string }

/**
 * Reads the numbers of third-party calldata where its router reads them.
 *
 * @param route - the action that the calldata is for.
 * @param data - calldata without a drone's suffix.
 */
export function readOffer(route: string, data: Hex): OfferReading {
  const action = actionOf(route)
  const layout = venueOf(route)?.calldata ?? null
  if (action === null || layout === null) {
    return { ok: false, reason: `${route} takes no calldata of third parties.` }
  }
  const selector = selectorOf(parseSignature(action.signature).canonical)
  if (data.slice(0, 10).toLowerCase() !== selector) {
    const reason = `The calldata calls ${data.slice(0, 10)}, and the action calls ${selector}.`
    return { ok: false, reason }
  }
  const amount = layout.amount.read(data)
  const minimum = layout.least.read(data)
  const quote = layout.quote?.read(data) ?? null
  if (amount === null || minimum === null || (quote === null && layout.quote !== null)) {
    return { ok: false, reason: 'The calldata ends too early, or is not what its function takes.' }
  }
  return { ok: true, layout, fields: { amount, least: minimum, quote } }
}
