import type { Finding, Hex } from '@vaultwright/base'
import { parseSignature, rulesFor, selectorOf } from '@vaultwright/manager'
import { pricedRuleBook, protocols, swapVenues } from '@vaultwright/protocols'
import { countText, functionText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, positionsIn, type UsedLeaf } from '../lint/lint-input.ts'
import { accountsOf, type PolicyInput, without } from './policy-input.ts'

/**
 * Finds leaves that swap at a price which the caller chooses: their decoder is not one of those that the
 * policy names as binding a price, or none of that kind reads the function.
 */
export function checkSwapPrice({ policy, lintInput }: PolicyInput): readonly Finding[] {
  const rule = policy.swap_price
  if (rule === undefined) return []
  const isPriced = accountsOf(rule.decoders)
  const isBound = ({ leaf }: UsedLeaf) =>
    isPriced(leaf.decoder) && rulesFor(pricedRuleBook, leaf.selector).length > 0
  const free = without(lintInput.used, rule.except).filter(
    (item) => isSwap(item.leaf.selector) && !isBound(item),
  )
  return groupsOf(free, ({ leaf }) => `${leaf.decoder} ${leaf.selector}`).map((group): Finding => {
    const { signature, decoder, selector } = group[0].leaf
    const positions = positionsIn(group)
    const reason = isPriced(decoder)
      ? 'no decoder that binds a price reads it'
      : `${decoder} is not a decoder that the policy names as binding a price`
    return {
      code: 'policy_swap_price',
      severity: rule.severity,
      leaf: positions[0]!,
      message: `${functionText(signature)} swaps in ${countText(positions.length, 'leaf')} (${slotsText(positions)}) at any price: ${reason}.`,
      facts: { signature, selector, decoder, positions },
    }
  })
}

/** The names of a swap's parameters. */
const pairs = [
  ['token_in', 'token_out'],
  ['sell_token', 'buy_token'],
] as const

let swaps: ReadonlySet<Hex> | null = null

/** True if an action that sells one token for another calls the function. */
function isSwap(selector: Hex): boolean {
  const venues = new Set(
    swapVenues.flatMap(({ kind, route }) => (kind === 'conversion' ? [] : route)),
  )
  swaps ??= new Set(
    protocols
      .flatMap(({ actions }) => actions)
      .filter(
        ({ route, parameters }) =>
          venues.has(route) ||
          pairs.some(([sold, bought]) => sold in parameters && bought in parameters),
      )
      .map(({ signature }) => selectorOf(parseSignature(signature).canonical)),
  )
  return swaps.has(selector)
}
