import { BaseError } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import {
  approvalLeavesOf,
  approvalsOf,
  type KnownFacts,
  leafOf,
  type WantedApproval,
} from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import {
  chainIn,
  correctionText,
  type Definition,
  type LocatedProblem,
  locateProblem,
  problemText,
  strategistIn,
} from '../file/definition.ts'
import { createNameBook } from '../file/name-book.ts'
import type { ChainDefinition } from '../schema/definition-schema.ts'
import { factsOfChain } from './chain-facts.ts'
import { expandStrategist, type MissingFact, type Permit } from './expansion.ts'
import { leafKeyOf } from './leaf-key.ts'
import { type LeafSentenceContext, labelOf, sentenceOf } from './sentence.ts'

/** The strategist whose leaves are built. */
export type LeafListContext = {
  /** Slug or id. */
  readonly chain: string | number
  readonly strategist: string
  /** Facts of the chain from lock file and registry; the definition's own names come before them. */
  readonly knownFacts: KnownFacts
}

/**
 * Makes the leaves that a definition gives to a strategist.
 *
 * The order is that of the entries, in each that of its actions, in each that of the combinations of values,
 * the first parameter slowest; the approvals of an action come before it, a leaf without value before the one
 * with value. A leaf that was there before is left out.
 *
 * @returns leaves in order, each once, with descriptions.
 * @throws {MissingPartError} {@link UnresolvedDefinitionError} {@link MissingFactError}
 */
export function leavesOfStrategist(definition: Definition, ref: LeafListContext): readonly Leaf[] {
  return withoutDuplicates(allLeavesOfStrategist(definition, ref))
}

/**
 * Makes the leaves that a definition gives to a strategist, those that come more than once as often.
 *
 * @returns leaves in the order of {@link leavesOfStrategist}.
 * @throws as {@link leavesOfStrategist}.
 */
export function allLeavesOfStrategist(
  definition: Definition,
  ref: LeafListContext,
): readonly Leaf[] {
  const chain = chainIn(definition, ref.chain)
  const strategist = strategistIn(chain, ref.strategist)
  const knownFacts = factsOfChain(definition, chain, ref.knownFacts)
  const scope = { chain, strategist, names: createNameBook(chain), knownFacts }
  const { permits, problems, gaps } = expandStrategist(scope)
  if (problems.length > 0) {
    throw new UnresolvedDefinitionError(
      problems.map((one) => locateProblem(one, definition.locationOf)),
      definition,
    )
  }
  if (gaps.length > 0) throw new MissingFactError(gaps, definition)
  return permits.flatMap((permit) => leavesOfPermit(permit, { chain, knownFacts }))
}

/** Leaves out every leaf whose bytes were there before. */
export function withoutDuplicates(leaves: readonly Leaf[]): readonly Leaf[] {
  const keys = new Set<string>()
  return leaves.filter((leaf) => {
    const key = leafKeyOf(leaf)
    if (keys.has(key)) return false
    keys.add(key)
    return true
  })
}

type LeafContext = { readonly chain: ChainDefinition; readonly knownFacts: KnownFacts }

function leavesOfPermit(permit: Permit, scope: LeafContext): readonly Leaf[] {
  if (permit.kind === 'leaf') return [permit.leaf]
  const { action, boundAction, actor, approvals } = permit
  const { values, patterns } = boundAction
  const sentence: LeafSentenceContext = { ...scope, chain: scope.chain.chain, values }
  const prefix = actor.drone === null ? '' : `(Drone: ${labelOf(actor.drone, scope.knownFacts)}) `
  const needed = approvals
    ? approvalsOf(action, values).filter(({ token }) => token !== nativeAsset)
    : []
  const before = needed.flatMap((approval) =>
    approvalLeavesOf(approval, actor).map((leaf, step) => ({
      ...leaf,
      description: prefix + approvalText(approval, step, scope.knownFacts),
    })),
  )
  const text = prefix + sentenceOf(action, sentence)
  const leaves = patterns.map((pattern) => {
    const isSending = pattern.canSendValue && action.sends === 'either'
    const description = isSending ? `${text}, with ${scope.chain.chain.nativeSymbol}` : text
    return { ...leafOf(pattern, values, actor), description }
  })
  return [...before, ...leaves]
}

function approvalText(
  { token, spender, approval }: WantedApproval,
  step: number,
  knownFacts: KnownFacts,
): string {
  const [what, who] = [labelOf(token, knownFacts), labelOf(spender, knownFacts)]
  if (approval.through === undefined) return `Approve ${who} to spend ${what}`
  if (step === 0) return `Approve Permit2 to spend ${what}`
  return `Approve ${who} to spend ${what} through Permit2`
}

/** Names or values of a definition do not resolve. */
export class UnresolvedDefinitionError extends BaseError {
  override readonly code = 'unresolved_definition'
  override readonly kind = 'invalid_input'

  readonly #definition: Definition
  readonly #problems: readonly LocatedProblem[]

  constructor(problems: readonly LocatedProblem[], definition: Definition) {
    super({
      message: `The definition cannot be built. ${correctionText(problems)}`,
      facts: { problems: problems.map((problem) => ({ ...problem })) },
    })
    this.#definition = definition
    this.#problems = problems
  }

  /** The references that do not resolve, each with its place. */
  get problems(): readonly LocatedProblem[] {
    return this.#problems
  }

  /** The definition to build, so that a program can say which file that is. Logs do not hold it. */
  get definition(): Definition {
    return this.#definition
  }
}

/** The lock file lacks facts that leaves need. */
export class MissingFactError extends BaseError {
  override readonly code = 'missing_fact'
  override readonly kind = 'invalid_input'
  readonly #definition: Definition

  constructor(gaps: readonly MissingFact[], definition: Definition) {
    const problems = gaps.map((gap) => locateProblem(gap, definition.locationOf))
    const facts = new Map(
      gaps.map(({ fact: { account, call } }) => [`${account} ${call}`, { account, call }]),
    )
    super({
      message: `The definition cannot be built without what a chain would tell: ${problemText(problems)}. ${readFacts}`,
      facts: { facts: [...facts.values()], problems: problems.map((problem) => ({ ...problem })) },
    })
    this.#definition = definition
  }

  /** The definition to build, so that a program can say which file that is. Logs do not hold it. */
  get definition(): Definition {
    return this.#definition
  }

  /** The advice on all of it. */
  get advice(): string {
    return readFacts
  }
}

const readFacts = 'Read it once with --update and --rpc-url, or give the values in the definition.'
