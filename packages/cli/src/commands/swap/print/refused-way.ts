import type { SwapQuote, SwapRefusal } from '@vaultwright/swap'
import type { TextStyle } from '../../../terminal/style.ts'
import { printSafely } from '../../../terminal/table.ts'
import { printPermittingLeaf } from './routes.ts'
import { printAmount, printRoute } from './token.ts'

/** Prints ways that ran and may not be built, by their ids; then venues that did not run. */
export function* printRefused(
  { candidates, refused, order }: SwapQuote,
  style: TextStyle,
): Iterable<string> {
  const ran = candidates.flatMap(({ id, refusal }) =>
    refusal === null ? [] : [[id, refusal] as const],
  )
  if (order !== undefined && order.refusal !== null) ran.push(['order', order.refusal])
  const furtherVenues = refused.map((venue) => [printRoute(venue), venue] as const)
  if (ran.length + furtherVenues.length === 0) return
  yield `\n${style.bold('Refused')}\n`
  for (const group of [joinReasons(ran), joinReasons(furtherVenues)]) {
    const width = Math.max(0, ...group.map(([name]) => printSafely(name).length))
    for (const [name, { message, code }] of group) {
      const reason = `${printSafely(message)} ${style.dim(`[${printSafely(code)}]`)}`
      yield `  ${printSafely(name).padEnd(width)}  ${reason}\n`
    }
  }
}

type NamedRefusal = readonly [name: string, refusal: SwapRefusal]

/** Names those that are refused for one reason together, in the order of the first. */
function joinReasons(refusals: readonly NamedRefusal[]): readonly NamedRefusal[] {
  const byReason = new Map<string, NamedRefusal>()
  for (const [name, refusal] of refusals) {
    const key = `${refusal.code} ${refusal.message}`
    const first = byReason.get(key)
    byReason.set(key, [first === undefined ? name : `${first[0]}, ${name}`, refusal])
  }
  return [...byReason.values()]
}

/** Prints venues that the tree lacks: those that buy more than the best with the leaf that would permit them. */
export function* printUnpermitted(quote: SwapQuote, style: TextStyle): Iterable<string> {
  const { unpermitted, candidates, best, buyToken } = quote
  if (unpermitted.length === 0) return
  const bought = candidates.find(({ id }) => id === best)?.buyAmount ?? 0n
  const better = unpermitted.filter(({ buyAmount }) => buyAmount > bought)
  yield `\n${style.bold('Not permitted')}\n`
  for (const venue of better) {
    const more =
      best === null ? '' : `, ${printAmount(venue.buyAmount - bought, buyToken)} more than ${best}`
    const text = `${printRoute(venue)} would buy ${printAmount(venue.buyAmount, buyToken)}${more}`
    yield `  ${printSafely(text)}\n`
    if (venue.permittingLeaf !== null) yield* printPermittingLeaf(venue.permittingLeaf, style)
    else yield style.dim('      no decoder reads its calldata, so no leaf would permit it\n')
  }
  const count = unpermitted.length - better.length
  if (count > 0)
    yield `  ${count} ${count === 1 ? 'other buys' : 'others buy'} no more than the best.\n`
}
