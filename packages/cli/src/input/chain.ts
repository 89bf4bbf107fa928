import { nearestOf, slugOf } from '@vaultwright/base'
import { type ChainInfo, chainOf, chains, variablesOf } from '@vaultwright/registry'
import { UsageError } from '../command/usage.ts'

/** The chain that an argument names; not on record if it was named by an unknown id. */
type MeantChain = { readonly id: number; readonly known: ChainInfo | null }

export function chainOfWord(word: string, option: 'chain' | 'chain-id'): MeantChain {
  if (/^\d{1,15}$/.test(word)) return { id: Number(word), known: chainOf(Number(word)) }
  const knownChain = chainOf(word)
  if (knownChain !== null) return { id: knownChain.id, known: knownChain }
  const near = nearestOf(
    slugOf(word),
    chains.map(({ slug }) => slug),
  )
  const hint = near === null ? '' : ` Did you mean "${near}"?`
  throw new UsageError(
    `--${option} ${JSON.stringify(word)} is not a known chain.${hint} Give its name or id.`,
    { option, value: word },
  )
}

/** Says how to name nodes of chains. */
export function nodeHint(slugs: readonly string[]): string {
  const names = slugs.flatMap((slug) =>
    slug === 'solana' ? 'SOLANA_RPC_URL' : variablesOf(slug, 'RPC_URL').slice(0, 1),
  )
  return names.length === 0 ? 'Give --rpc-url.' : `Set ${names.join(' or ')}, or give --rpc-url.`
}
