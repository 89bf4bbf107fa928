import { type Address, isSameAddress } from '@vaultwright/base'
import { type Leaf, rulesFor, selectorOf } from '@vaultwright/manager'
import {
  type Action,
  actionOf,
  type KnownFacts,
  type LeafActor,
  leafOf,
  ruleBook,
  secondReadingOf,
} from '@vaultwright/protocols'
import type { DefinitionPath, DefinitionProblem } from '../file/definition.ts'
import type { NameBook, Resolved } from '../file/name-book.ts'
import type { ChainDefinition, StrategistDefinition } from '../schema/definition-schema.ts'
import type { LeafEntry, ProtocolEntry } from '../schema/permission-schema.ts'
import { type BoundAction, bindAction, type MissingParameter, type WantedFact } from './binding.ts'
import { combinationsOf } from './combination.ts'
import { isCanonical, rawLeafOf } from './leaf-entry.ts'

/** One thing that a strategist may do: an action with its values, or a leaf as it is. */
export type Permit =
  | {
      readonly kind: 'action'
      readonly action: Action
      readonly boundAction: BoundAction
      readonly actor: LeafActor
      readonly approvals: boolean
    }
  | { readonly kind: 'leaf'; readonly leaf: Leaf }

/** A missing value, and where it was needed. */
export type MissingFact = {
  readonly path: DefinitionPath
  readonly fact: WantedFact
  readonly message: string
}

/** A strategist's permissions with everything resolved that can be. */
export type Expansion = {
  /** In the order of the entries, then of their actions, then of their combinations. */
  readonly permits: readonly Permit[]
  readonly problems: readonly DefinitionProblem[]
  /** Facts that neither the definition nor the lock file has. */
  readonly gaps: readonly MissingFact[]
}

/** The strategist, and the known facts. */
export type ExpansionContext = {
  readonly chain: ChainDefinition
  readonly strategist: StrategistDefinition
  readonly names: NameBook
  readonly knownFacts: KnownFacts
}

/**
 * Resolves a strategist's permissions: names to accounts, lists to combinations, facts from what is known.
 */
export function expandStrategist(scope: ExpansionContext): Expansion {
  const { chain, strategist } = scope
  const root = ['chains', chain.key, 'strategists', strategist.name, 'permissions']
  const parts = strategist.permissions.map((entry, at) => {
    const path = [...root, at]
    return entry.kind === 'leaf' ? expandLeaf(entry, path, scope) : expandEntry(entry, path, scope)
  })
  return {
    permits: parts.flatMap(({ permits }) => permits),
    problems: parts.flatMap(({ problems }) => problems),
    gaps: parts.flatMap(({ gaps }) => gaps),
  }
}

function expandEntry(
  entry: ProtocolEntry,
  path: DefinitionPath,
  scope: ExpansionContext,
): Expansion {
  const { names, knownFacts } = scope
  const problems: DefinitionProblem[] = []
  const gaps: MissingFact[] = []
  const permits: Permit[] = []
  const actor = actorOf(entry, path, { ...scope, problems })
  const state = new Set<string>()
  const tell = (problem: DefinitionProblem) => {
    const key = `${problem.path.join('/')} ${problem.message}`
    if (!state.has(key)) problems.push(problem)
    state.add(key)
  }
  const lacks = new Map<string, MissingParameter & { readonly routes: Set<string> }>()
  for (const action of entry.routes.map((route) => actionOf(route)!)) {
    const combinations = combinationsOf(action, { entry, path, names })
    combinations.problems.forEach(tell)
    if (combinations.problems.length > 0) continue
    const { protocol, packing, value, size, approvals } = entry
    const sources = { protocol, names, knownFacts, packing, value, size, approvals }
    for (const values of combinations.all) {
      for (const boundAction of bindAction(action, values, sources)) {
        for (const missingPart of boundAction.lacking) {
          const key = `${missingPart.parameter} ${missingPart.why}`
          const lack = lacks.get(key) ?? { ...missingPart, routes: new Set<string>() }
          lacks.set(key, lack)
          lack.routes.add(action.route)
        }
        if (boundAction.lacking.length > 0) continue
        if (boundAction.patterns.length === 0) {
          const message = `gives ${action.route} a list of a length that it does not take: it takes ${action.sizes.join(', ')}`
          tell({ path, message })
        } else if (actor !== null) {
          for (const message of openingsOf(boundAction, actor)) tell({ path, message })
          permits.push({ kind: 'action', action, boundAction, actor, approvals })
        }
      }
    }
  }
  // A gap of several actions is reported once.
  for (const { parameter, why: reason, fact, routes } of lacks.values()) {
    const message = `needs ${parameter} for ${[...routes].join(', ')}: ${reason}`
    const advice = routes.size === 1 ? 'leave the action out' : 'leave the actions out'
    if (fact === null) tell({ path, message: `${message}. Give it, or ${advice}` })
    else gaps.push({ path, fact, message })
  }
  return { permits, problems, gaps }
}

/** Permissions of a leaf beyond its purpose; none for a drone's leaf, which the drone alone can use. */
function openingsOf({ patterns, values }: BoundAction, actor: LeafActor): readonly string[] {
  if (actor.drone !== null) return []
  const ours = [actor.self, actor.manager]
  return patterns.flatMap((pattern) => {
    const leaf = leafOf(pattern, values, actor)
    const rules = rulesFor(ruleBook, leaf.selector).filter(({ decoders }) =>
      decoders.some((decoder) => pattern.decoders.includes(decoder)),
    )
    const second = secondReadingOf(leaf, rules)
    const parties = (second?.parties ?? []).filter(
      ({ account }) => !ours.some((own) => own !== null && isSameAddress(own, account)),
    )
    if (parties.length === 0) return []
    const named = parties.map(({ label, account }) => `${label} ${account}`).join(', ')
    return [
      `builds a leaf of ${pattern.action.route} that a drone's suffix opens: with it in place of the last argument the leaf permits ${named}. Permit each step by itself, or let a drone act (as: …)`,
    ]
  })
}

type ExpansionState = ExpansionContext & { readonly problems: DefinitionProblem[] }

function actorOf(
  entry: ProtocolEntry,
  path: DefinitionPath,
  state: ExpansionState,
): LeafActor | null {
  const { chain, strategist, names } = state
  const decoderName = entry.decoder ?? strategist.decoder
  const decoder = accountOr(names.decoderOf(decoderName), [...path, 'decoder'], state)
  const drone =
    entry.drone === null ? null : accountOr(names.droneOf(entry.drone), [...path, 'as'], state)
  if (decoder === null || (entry.drone !== null && drone === null)) return null
  return { self: drone ?? chain.vault, manager: chain.manager, decoder, drone }
}

function expandLeaf(entry: LeafEntry, path: DefinitionPath, scope: ExpansionContext): Expansion {
  const { names, strategist } = scope
  const problems: DefinitionProblem[] = []
  const state = { ...scope, problems }
  const within = [...path, 'leaf']
  const any = { protocol: null, role: null }
  const accountAt = (word: string, at: DefinitionPath) =>
    accountOr(names.accountOf(word, any), at, state)
  const target = accountAt(entry.target, [...within, 'target'])
  const decoder = accountOr(
    names.decoderOf(entry.decoder ?? strategist.decoder),
    [...within, 'decoder'],
    state,
  )
  const packed = entry.arguments.map((word, at) => accountAt(word, [...within, 'arguments', at]))
  if (entry.selector === null && !isCanonical(entry.signature)) {
    const message = 'is not a canonical signature, as in approve(address,uint256)'
    problems.push({ path: [...within, 'signature'], message })
  }
  const selector = selectorOf(entry.signature)
  if (entry.selector !== null && entry.selector !== selector) {
    const message = `is not what the signature hashes to: ${selector}`
    problems.push({ path: [...within, 'selector'], message })
  }
  const isWhole = target !== null && decoder !== null && problems.length === 0
  const leaf = isWhole ? rawLeafOf(entry, { target, decoder, packed: packed as Address[] }) : null
  return { permits: leaf === null ? [] : [{ kind: 'leaf', leaf }], problems, gaps: [] }
}

function accountOr(
  resolved: Resolved,
  path: DefinitionPath,
  { problems }: ExpansionState,
): Address | null {
  if (resolved.ok) return resolved.account
  problems.push({ path, message: `is wrong: ${resolved.why}` })
  return null
}
