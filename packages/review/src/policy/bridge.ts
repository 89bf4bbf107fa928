import type { Finding, Hex } from '@vaultwright/base'
import { parseLabel } from '@vaultwright/protocols'
import { type ChainInfo, chainOf } from '@vaultwright/registry'
import type { BridgeFamily } from '../leaf/bridge-route.ts'
import { type BridgeRoute, bridgeRoutes } from '../leaf/bridge-route.ts'
import { countText, functionText, listText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, positionsIn, type UsedLeaf } from '../lint/lint-input.ts'
import { accountsOf, type PolicyInput, without } from './policy-input.ts'
import type { Policy } from './policy-schema.ts'
import { recipientsOf } from './recipient.ts'

type BridgeRule = NonNullable<Policy['bridges']>
type NamedRoute = BridgeRoute & { readonly kind: 'named' }
type Crossing = UsedLeaf & {
  /** Numbers of chains, the last hop last; null where the bridge has only one destination. */
  readonly destinations: readonly bigint[] | null
  readonly families: readonly BridgeFamily[]
}

const numberOf: {
  readonly [family in BridgeFamily]?: (chain: ChainInfo) => number | bigint | null
} = {
  layer_zero: (chain) => chain.layerZeroEid,
  cctp: (chain) => chain.cctpDomain,
  ccip: (chain) => chain.ccipSelector,
}

/** Finds bridges that lead to chains or receivers which the policy does not name. */
export function checkBridges(input: PolicyInput): readonly Finding[] {
  const rule = input.policy.bridges
  if (rule === undefined) return []
  const crossings = without(input.lintInput.used, rule.except).flatMap(crossingOf)
  return [...unknownDestinations(crossings, rule), ...unknownReceivers(crossings, rule, input)]
}

function crossingOf(item: UsedLeaf): readonly Crossing[] {
  const route = bridgeRoutes.get(item.leaf.signature)
  if (route === undefined) return []
  if (route.kind === 'fixed') return [{ ...item, destinations: null, families: [] }]
  return [{ ...item, destinations: destinationsOf(item, route), families: route.families }]
}

/** A message that is sent on holds two numbers of 32 bits in one word. */
function destinationsOf({ leaf, labels }: UsedLeaf, { word }: NamedRoute): readonly bigint[] {
  const indices = labels.flatMap((label, at) =>
    label !== null && wordsOf(label).includes(word) ? [at] : [],
  )
  const [position] = indices
  if (position === undefined) return []
  const number = BigInt(leaf.arguments[position]!)
  if (parseLabel(labels[position]!).form === 'high') {
    const low = leaf.arguments[position + 1] ?? '0x0'
    return [BigInt(`${leaf.arguments[position]!.slice(0, 34)}${low.slice(2, 34)}`)]
  }
  if (word !== 'dsteid' || number < 2n ** 32n) return [number]
  return [number >> 32n, number & 0xffffffffn]
}

function wordsOf(label: string): readonly string[] {
  return label.split(' or ').map((one) => parseLabel(one).word)
}

function unknownDestinations(crossings: readonly Crossing[], rule: BridgeRule): readonly Finding[] {
  const isOwn = accountsOf(rule.contracts)
  const allowedBy = new Map<BridgeFamily, ReadonlySet<bigint>>()
  const allowedIn = (family: BridgeFamily) => {
    const allowedNumbers = allowedBy.get(family) ?? numbersIn(rule, family)
    allowedBy.set(family, allowedNumbers)
    return allowedNumbers
  }
  const isAllowed = ({ leaf, isDrone, destinations, families }: Crossing) => {
    const bridge = isDrone ? leaf.arguments.at(-1)! : leaf.target
    if (destinations === null) return isOwn(bridge)
    const isListed = (number: bigint) => families.some((family) => allowedIn(family).has(number))
    return destinations.length > 0 && destinations.every(isListed)
  }
  const keyOf = ({ leaf, destinations }: Crossing) =>
    destinations === null ? `${leaf.signature} ${leaf.target}` : `${leaf.signature} ${destinations}`
  return groupsOf(
    crossings.filter((crossing) => !isAllowed(crossing)),
    keyOf,
  ).map((group): Finding => {
    const { leaf, destinations, families } = group[0]
    const positions = positionsIn(group)
    const numbers = destinations?.map(String) ?? null
    return {
      code: 'policy_bridge_destination',
      severity: rule.severity,
      leaf: positions[0]!,
      message: `${functionText(leaf.signature)} bridges ${whereText(leaf.target, numbers, families)} in ${countText(positions.length, 'leaf')} (${slotsText(positions)}), which the policy does not permit.`,
      facts: { signature: leaf.signature, target: leaf.target, numbers, families, positions },
    }
  })
}

function whereText(
  target: string,
  numbers: readonly string[] | null,
  families: readonly BridgeFamily[],
): string {
  if (numbers === null) return `to the one chain of ${target}`
  if (numbers.length === 0) return 'to a chain that the leaf does not bind'
  return `to ${listText(numbers)} (a number of ${families.join(' or ')})`
}

function numbersIn(rule: BridgeRule, family: BridgeFamily): ReadonlySet<bigint> {
  const ofChain = numberOf[family]
  const bySlug = rule.chains.flatMap((slug) => {
    const chain = chainOf(slug)
    const number = chain === null ? null : (ofChain?.(chain) ?? null)
    return number === null ? [] : [BigInt(number)]
  })
  return new Set([...bySlug, ...(rule.numbers[family] ?? [])])
}

function unknownReceivers(
  crossings: readonly Crossing[],
  rule: BridgeRule,
  input: PolicyInput,
): readonly Finding[] {
  const vault: readonly Hex[] = input.vault === null ? [] : [input.vault]
  const isAllowed = accountsOf([...vault, ...rule.receivers])
  const unknowns = crossings.flatMap((crossing) =>
    recipientsOf(crossing, input)
      .bound.filter(({ account }) => !isAllowed(account))
      .map(({ account }) => ({ ...crossing, account })),
  )
  return groupsOf(unknowns, ({ account }) => account.toLowerCase()).map((group): Finding => {
    const { account } = group[0]
    const positions = [...new Set(positionsIn(group))]
    return {
      code: 'policy_bridge_receiver',
      severity: rule.severity,
      leaf: positions[0]!,
      message: `${account} receives across a bridge in ${countText(positions.length, 'leaf')} (${slotsText(positions)}), and is neither the vault nor in the policy's list.`,
      facts: { account, positions },
    }
  })
}
