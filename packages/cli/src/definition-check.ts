import type { Finding } from '@vaultwright/base'
import { chainIn, type StrategistTree, unusedNamesOf } from '@vaultwright/definition'
import { ruleBook } from '@vaultwright/protocols'
import { lintTree } from '@vaultwright/review'
import type { Json } from './answer.ts'
import type { Context } from './context.ts'
import { buildTreeFor, type DefinitionGround, knowledgeFor } from './definition-input.ts'
import { metadataJsonOf } from './print/metadata.ts'

/** What a check of a definition came to. */
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

/** How to check. */
export type DefinitionCheckWords = {
  readonly chain: string | undefined
  readonly strict: boolean
}

/**
 * Builds and checks the trees of all strategists of a definition.
 *
 * @throws what resolving and building throw.
 */
export async function checkDefinition(
  ground: DefinitionGround,
  { words, context }: { readonly words: DefinitionCheckWords; readonly context: Context },
): Promise<DefinitionCheck> {
  const { definition } = ground
  const chains = words.chain === undefined ? definition.chains : [chainIn(definition, words.chain)]
  const isBad = ({ severity }: Finding) =>
    severity === 'error' || (words.strict && severity === 'warning')
  const trees: CheckedTree[] = []
  for (const chain of chains) {
    for (const { name: strategist } of chain.strategists) {
      const wish = { strategist, capacity: undefined, 'keep-duplicates': false }
      const built = await buildTreeFor(ground, chain, { words: wish, context })
      const findings = [...built.findings, ...lintTree(built.file, { rules: ruleBook })]
      const ok = !findings.some(isBad)
      trees.push({ chain: chain.chain.slug, strategist, built, ok, findings })
    }
  }
  const findings = chains.flatMap(({ chain: { id } }) =>
    unusedNamesOf(definition, id, knowledgeFor(ground, id)),
  )
  const ok = trees.every((tree) => tree.ok)
  return { ok, name: definition.name, trees, findings }
}

/** Turns a check into what `--json` shows. */
export function definitionCheckJsonOf({ ok, name, trees, findings }: DefinitionCheck): Json {
  return {
    ...{ ok, name },
    trees: trees.map(({ chain, strategist, built, findings }) => ({
      ...{ chain, strategist, ...metadataJsonOf(built.file), findings },
    })),
    findings,
  }
}
