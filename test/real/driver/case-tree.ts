import { readFileSync } from 'node:fs'
import type { Address } from '@vaultwright/base'
import { buildLeafTree, type Leaf, type LeafTree } from '@vaultwright/manager'
import {
  type Action,
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  type Binding,
  type BoundValue,
  boundSlotsOf,
  emptyFacts,
  type KnownFacts,
  leafOf,
  type Pattern,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import type { CaseParams, Market, RealCase } from '../market/market.ts'
import type { RealChain } from '../world/real-chain.ts'

/** A case with addresses in place of names, and the leaves that permit it. */
export type PlannedCase = {
  readonly realCase: RealCase
  readonly action: Action
  readonly params: CaseParams
  readonly leaf: Leaf
  readonly approvals: readonly Leaf[]
}

/** The tree that permits every case of a market. */
export type CasePlan = {
  readonly market: Market
  readonly cases: readonly PlannedCase[]
  readonly tree: LeafTree
  readonly knownFacts: KnownFacts
}

/** Plans the cases of a market: the tree holds one leaf for each of them, and those of their approvals. */
export async function planCases(chain: RealChain, market: Market): Promise<CasePlan> {
  const cases: PlannedCase[] = []
  for (const realCase of market.cases) cases.push(await planCase(chain, market, realCase))
  const targets = new Map(
    cases.map(({ action, params }) => [params[action.target] as Address, action.protocol]),
  )
  return {
    market,
    cases,
    tree: treeOf(cases),
    knownFacts: {
      ...emptyFacts,
      protocolsOf: (account) => (targets.has(account) ? [targets.get(account)!] : []),
    },
  }
}

/** Builds the tree of cases; equal leaves are one. */
export function treeOf(cases: readonly PlannedCase[], without: readonly Leaf[] = []): LeafTree {
  const leaves = new Map<string, Leaf>()
  for (const { leaf, approvals } of cases) {
    for (const entry of [leaf, ...approvals]) leaves.set(leafKeyOf(entry), entry)
  }
  for (const leaf of without) leaves.delete(leafKeyOf(leaf))
  return buildLeafTree([...leaves.values()])
}

function leafKeyOf({ decoder, target, canSendValue, signature, arguments: entries }: Leaf): string {
  return [decoder, target, canSendValue, signature, ...entries].join(' ')
}

async function planCase(
  chain: RealChain,
  market: Market,
  realCase: RealCase,
): Promise<PlannedCase> {
  const action = actionOf(realCase.route)!
  const named =
    typeof realCase.params === 'function' ? await realCase.params(chain) : realCase.params
  const params = withAddresses(chain, named)
  const contract = realCase.decoder ?? market.decoders[0]!.contract
  const actor = {
    self: chain.of('Vault'),
    manager: chain.of('Manager'),
    decoder: chain.of(contract),
    drone: null,
  }
  const pattern = patternFor(action, { contract, params, sendsValue: realCase.sendsValue ?? false })
  const binding = bindingOf(action, pattern, params)
  return {
    realCase,
    action,
    params,
    leaf: leafOf(pattern, binding, actor),
    approvals: approvalsOf(action, binding).flatMap((wanted) => approvalLeavesOf(wanted, actor)),
  }
}

type PatternTerms = {
  readonly contract: string
  readonly params: CaseParams
  readonly sendsValue: boolean
}

function patternFor(action: Action, { contract, params, sendsValue }: PatternTerms): Pattern {
  const list = Object.keys(params).find((name) => action.parameters[name]?.kind === 'tokens')
  const size = list === undefined ? null : (params[list] as readonly unknown[]).length
  const pattern = patternsOf(action, ruleBook).find(
    (candidate) =>
      candidate.decoders.some((rule) => rulesOf(contract).includes(rule)) &&
      (candidate.size === null || candidate.size === size) &&
      (action.sends !== 'either' || candidate.canSendValue === sendsValue),
  )
  if (pattern === undefined) throw new Error(`${contract} packs no call of ${action.route}.`)
  return pattern
}

/** The rules that a decoder of this repository has. */
function rulesOf(contract: string): readonly string[] {
  const { decoders } = JSON.parse(
    readFileSync(new URL('../../../fixtures/vectors/decoder.json', import.meta.url), 'utf8'),
  ) as { readonly decoders: readonly { readonly contract: string; readonly rules: string[] }[] }
  return decoders.find((entry) => entry.contract === contract)!.rules
}

/** The values that leaves bind: the values that the shape names, and accounts and tokens that approvals name. */
function bindingOf(action: Action, pattern: Pattern, params: CaseParams): Binding {
  const slots = new Set(boundSlotsOf(pattern))
  for (const { token, spender, except } of action.approvals) {
    for (const slot of [token, spender, except]) if (slot !== undefined) slots.add(slot)
  }
  return Object.fromEntries(
    [...slots]
      .filter((slot) => params[slot] !== undefined)
      .map((slot) => [slot, boundValueOf(action, slot, params[slot])]),
  )
}

function boundValueOf(action: Action, slot: string, value: unknown): BoundValue {
  const kind = action.parameters[slot]?.kind
  return (kind === 'integer' || kind === 'network' ? BigInt(value as string) : value) as BoundValue
}

/** Puts addresses in place of names, as deep as values go. */
export function withAddresses(chain: RealChain, params: CaseParams): CaseParams {
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return chain.names.get(value) ?? value
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === 'route' ? inner : visit(inner)]),
    )
  }
  const defined = Object.entries(params).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined.map(([key, value]) => [key, visit(value)]))
}
