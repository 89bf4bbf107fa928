import { type Address, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import { droneTargetOf } from '@vaultwright/manager'
import type { CalldataAccount, CalldataFields, CalldataReceiver } from '@vaultwright/protocols'
import type { OfferedCall, OfferTerms } from './offer-terms.ts'
import { type OfferedFields, readOffer } from './offered-field.ts'
import type { SwapRefusal } from './swap-refusal.ts'

/** The verdict on an offer's fields, before it is executed. */
type OfferVerdict =
  | { readonly isAccepted: true; readonly fields: OfferedFields }
  | {
      readonly isAccepted: false
      /** The first is why. */
      readonly refusals: readonly [SwapRefusal, ...SwapRefusal[]]
      /** Null where the calldata cannot be read. */
      readonly fields: OfferedFields | null
    }

/**
 * Checks a third party's call field by field, without executing it. The calldata is never changed.
 *
 * In this order: target, value, drone suffix, selector, amount, tokens, receivers, leaf, flags, referral,
 * fees, a least of nothing.
 *
 * @returns the fields; or every reason against the call, in that order.
 */
export function checkOffer(call: OfferedCall, terms: OfferTerms): OfferVerdict {
  const outside = [targetRefusal(call, terms), valueRefusal(call), suffixRefusal(call)]
  const reading = readOffer(terms.route, call.data)
  const fields = reading.ok ? reading.fields : null
  const inside = reading.ok
    ? fieldRefusals(reading, call.data, terms)
    : [refusal('calldata_refused', `${reading.reason} Ask its maker for that function.`)]
  const [first, ...further] = [...outside, ...inside].filter((reason) => reason !== null)
  if (first !== undefined) return { isAccepted: false, refusals: [first, ...further], fields }
  return { isAccepted: true, fields: fields! }
}

type ReadOffer = { readonly layout: CalldataFields; readonly fields: OfferedFields }

function fieldRefusals(
  { layout, fields }: ReadOffer,
  data: Hex,
  terms: OfferTerms,
): readonly (SwapRefusal | null)[] {
  return [
    amountRefusal(fields, layout, terms),
    tokenRefusal(layout.sold?.read(data) ?? null, terms.sellToken, 'sells'),
    tokenRefusal(layout.bought?.read(data) ?? null, terms.buyToken, 'buys'),
    ...layout.receivers.map((receiver) => receiverRefusal(receiver, { layout, data, terms })),
    terms.refusalOfLeaf(data),
    flagRefusal(layout, data, terms),
    referralRefusal(layout, data, terms),
    feeRefusal(layout, data, terms),
    fields.least > 0n
      ? null
      : refusal('least_below_bound', 'The calldata accepts whatever comes out.'),
  ]
}

function refusal(code: string, message: string): SwapRefusal {
  return { code, message }
}

function targetRefusal({ to }: OfferedCall, { target }: OfferTerms): SwapRefusal | null {
  if (to === null || isSameAddress(to, target)) return null
  const message = `The offer calls ${to}, and the leaf permits ${target}. Ask for calldata of that router.`
  return refusal('calldata_not_permitted', message)
}

function valueRefusal({ value }: OfferedCall): SwapRefusal | null {
  if (value === 0n) return null
  const message = `The offer sends ${value} wei along. A swap of tokens sends none.`
  return refusal('calldata_refused', message)
}

function suffixRefusal({ data }: OfferedCall): SwapRefusal | null {
  if (droneTargetOf(data) === null) return null
  const message = "The calldata ends in a drone's suffix, which is added here. Leave it out."
  return refusal('calldata_refused', message)
}

function amountRefusal(
  { amount }: OfferedFields,
  { isZeroAll }: CalldataFields,
  { sellAmount }: OfferTerms,
): SwapRefusal | null {
  if (amount === sellAmount) return null
  const text = amount === 0n && isZeroAll ? 'the whole balance' : `${amount} base units`
  const message = `The calldata sells ${text}, and ${sellAmount} base units were asked for. Ask for that amount.`
  return refusal('amount_mismatch', message)
}

/** A token that calldata names by its place in a router's list is read by the leaf's check. */
function tokenRefusal(
  token: Address | null,
  wanted: Address,
  verb: 'buys' | 'sells',
): SwapRefusal | null {
  if (token === null || isSameAddress(token, wanted)) return null
  return refusal('calldata_refused', `The calldata ${verb} ${token}, and not ${wanted}.`)
}

type ReceiverInput = {
  readonly layout: CalldataFields
  readonly data: Hex
  readonly terms: OfferTerms
}

function receiverRefusal(
  receiver: CalldataReceiver,
  { layout, data, terms }: ReceiverInput,
): SwapRefusal | null {
  const account = receiver.read(data)
  if (receiver.mustBe !== null) {
    const meant = accountOf(layout, receiver.mustBe)?.read(data) ?? null
    if (account === meant) return null
    const message = `The calldata sends what is sold to ${account ?? "an account of the router's list"}, and not to its ${receiver.mustBe} ${meant ?? "of the router's list"}.`
    return refusal('calldata_refused', message)
  }
  if (account === zeroAddress && receiver.isZeroCaller) return null
  if (account !== null && isSameAddress(account, terms.receiver)) return null
  const message = `The calldata pays ${account ?? 'an account that no leaf can bind'}, and not ${terms.receiver}.`
  return refusal('recipient_not_vault', message)
}

function accountOf(layout: CalldataFields, field: string): CalldataAccount | null {
  const accounts = [layout.executor, layout.sold, layout.bought]
  return accounts.find((account) => account?.field === field) ?? null
}

function flagRefusal(
  { flags }: CalldataFields,
  data: Hex,
  { policy }: OfferTerms,
): SwapRefusal | null {
  const refused = (flags?.read(data) ?? 0n) & ~policy.flags
  if (flags === null || refused === 0n) return null
  const named = flags.refused.filter(({ bit }) => ((refused >> bit) & 1n) === 1n)
  const text = named.map(({ name, why }) => `${name}: ${why}`).join(' ')
  const message = `The calldata sets ${flags.field} 0x${refused.toString(16)}. ${text || 'What these bits do is not known.'}`
  return refusal('flags_refused', message)
}

function referralRefusal(
  { referral }: CalldataFields,
  data: Hex,
  { policy }: OfferTerms,
): SwapRefusal | null {
  const code = referral?.read(data) ?? 0n
  if (code === 0n || policy.referrals.includes(code)) return null
  return refusal(
    'fee_refused',
    `The calldata names the referral code ${code}, which may take a fee.`,
  )
}

function feeRefusal({ fees }: CalldataFields, data: Hex, { policy }: OfferTerms) {
  const refused = fees
    .map(({ field, read }) => ({ field, amount: read(data) ?? 0n }))
    .filter(({ field, amount }) => amount > (policy.fees.get(field) ?? 0n))
  if (refused.length === 0) return null
  const text = refused.map(({ field, amount }) => `${field} ${amount}`).join(', ')
  return refusal('fee_refused', `The calldata pays others: ${text}.`)
}
