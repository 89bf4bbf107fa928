import type { Finding } from '@vaultwright/base'
import {
  type ChainDefinition,
  type LocatedProblem,
  type StrategistTree,
  UnresolvedDefinitionError,
  unusedNamesOf,
} from '@vaultwright/definition'
import { ruleBook } from '@vaultwright/protocols'
import { lintTree } from '@vaultwright/review'
import { knownFactsFor, type LockedDefinition } from './build.ts'

/** The result of checking a definition. */
export type DefinitionCheck = {
  readonly ok: boolean
  readonly name: string
  readonly trees: readonly CheckedTree[]
  /** Names that nothing uses. */
  readonly findings: readonly Finding[]
}

/** The tree of one strategist. */
export type CheckedTree = {
  readonly chain: string
  readonly strategist: string
  readonly built: StrategistTree
  /** No finding makes the answer no. */
  readonly ok: boolean
  readonly findings: readonly Finding[]
}

/** Builds the tree of a strategist; the order of its leaves may have to be read. */
export type TreeBuilder = (chain: ChainDefinition, strategist: string) => Promise<StrategistTree>

/**
 * Checks the trees of all strategists of some chains of a definition. `strict` fails on warnings.
 *
 * @throws {UnresolvedDefinitionError} with what does not resolve of any of them.
 */
export async function checkDefinition(
  locked: LockedDefinition,
  chains: readonly ChainDefinition[],
  { build, strict }: { readonly build: TreeBuilder; readonly strict: boolean },
): Promise<DefinitionCheck> {
  const { definition } = locked
  const isBad = ({ severity }: Finding) =>
    severity === 'error' || (strict && severity === 'warning')
  const trees: CheckedTree[] = []
  const problems: LocatedProblem[] = []
  for (const chain of chains) {
    for (const { name: strategist } of chain.strategists) {
      const built = await buildOr(problems, () => build(chain, strategist))
      if (built === null) continue
      const findings = [...built.findings, ...lintTree(built.file, { rules: ruleBook })]
      const ok = !findings.some(isBad)
      trees.push({ chain: chain.chain.slug, strategist, built, ok, findings })
    }
  }
  if (problems.length > 0) throw new UnresolvedDefinitionError(byPlace(problems), definition)
  const findings = chains.flatMap(({ chain: { id } }) =>
    unusedNamesOf(definition, id, knownFactsFor(locked, id)),
  )
  const ok = trees.every((tree) => tree.ok)
  return { ok, name: definition.name, trees, findings }
}

/** One strategist that cannot be built must not hide what is wrong with the next. */
async function buildOr(
  problems: LocatedProblem[],
  build: () => Promise<StrategistTree>,
): Promise<StrategistTree | null> {
  try {
    return await build()
  } catch (error) {
    if (!(error instanceof UnresolvedDefinitionError)) throw error
    problems.push(...error.problems)
    return null
  }
}

/** Strategists may share their permissions: what stands at one place is one problem. */
function byPlace(problems: readonly LocatedProblem[]): readonly LocatedProblem[] {
  const placeOf = ({ line, column, message }: LocatedProblem) =>
    line === undefined ? message : `${line}:${column}`
  const first = new Map<string, LocatedProblem>()
  for (const problem of problems)
    if (!first.has(placeOf(problem))) first.set(placeOf(problem), problem)
  return [...first.values()]
}
