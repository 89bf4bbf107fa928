import type { PartProblem, PartReport } from '@vaultwright/base'
import type { NamedNode } from './named-node.ts'

/** The number of nodes behind an answer. */
type AgreementTerms = {
  /** RPC_AGREEMENT. */
  readonly agreement: number
  /** The facts that follow from the answers, as `values of days`. */
  readonly what: string
}

/** The chain of development: its node is the machine's own. */
const localChain = 'local'

/**
 * Tells which chains are read by the word of one node: nothing compares its answers.
 *
 * @returns the part `agreement`, always ready, with a recommendation a chain. Nodes of forks and of Solana, of which
 *   one answers whatever the agreement, are left out.
 */
export function agreementPartOf(
  nodes: readonly NamedNode[],
  { agreement, what }: AgreementTerms,
): PartReport {
  const counts = new Map<string, { readonly variable: string; count: number }>()
  for (const { chain, variable, expected } of agreement > 1 ? [] : nodes) {
    if (chain === localChain || expected.kind !== 'evm' || variable.includes('_FORK_')) continue
    const entry = counts.get(chain) ?? { variable, count: 0 }
    counts.set(chain, { ...entry, count: entry.count + 1 })
  }
  const problems = [...counts].map(([chain, { variable, count }]): PartProblem => {
    const more = count > 1 ? '' : ` name a second node in ${variable}, and`
    const advice = `${more} set RPC_AGREEMENT=2`.trim()
    return {
      code: 'one_node_believed',
      message: `One node of ${chain} is believed: nothing compares its answers, and ${what} follow from them. To have two compared, ${advice}.`,
      chain,
      facts: { variable, nodes: count },
    }
  })
  return { part: 'agreement', status: 'ready', problems }
}
