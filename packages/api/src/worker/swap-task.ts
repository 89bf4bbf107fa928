import { chainIn, parseDefinition, swapPolicyOf } from '@vaultwright/definition'
import type { SwapPolicy, SwapToken } from '@vaultwright/swap'
import { factsOfVault, readVaultFacts, type VaultFactsInput } from './facts-task.ts'

/** The rules of swaps on one chain in a vault's definition. */
export type SwapRules = {
  /** Null where it says nothing: then nothing bounds a swap. */
  readonly policy: SwapPolicy | null
  /** Tokens that it names; a token without a symbol has its name. */
  readonly tokens: readonly SwapToken[]
}

/**
 * Reads what a definition says of swaps on a chain.
 *
 * @throws {DefinitionFileError} {LockFileError} {DuplicateKeyError} when the texts cannot be read;
 *   {ReserveUnitError} when a reserve cannot be counted; {FactsTooLargeError} when they tell too much.
 */
export function readSwapRules(texts: VaultFactsInput): SwapRules {
  const { definition, chainId } = texts
  const parsed = definition === null ? null : parseDefinition(definition)
  if (parsed === null || !parsed.chains.some(({ chain }) => chain.id === chainId)) {
    return { policy: null, tokens: [] }
  }
  const facts = factsOfVault(readVaultFacts(texts), chainId)
  const chain = chainIn(parsed, chainId)
  return {
    policy: swapPolicyOf(chain, facts),
    tokens: [...chain.tokens].map(([name, { address, symbol, decimals }]) => ({
      address,
      symbol: symbol ?? name,
      decimals: decimals ?? facts.tokenOf(address)?.decimals ?? null,
    })),
  }
}
