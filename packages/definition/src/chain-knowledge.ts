import type { Address } from '@vaultwright/base'
import { joinKnowledge, type Knowledge, noKnowledge } from '@vaultwright/protocols'
import type { Definition } from './definition.ts'
import type { ChainDefinition } from './definition-schema.ts'

/**
 * Joins what a definition says of a chain's accounts with what is known of them otherwise.
 *
 * @param definition - the definition.
 * @param chain - one of its chains.
 * @param rest - what lock file and registry know.
 * @returns the definition's names and tokens first.
 */
export function knowledgeOfChain(
  definition: Definition,
  chain: ChainDefinition,
  rest: Knowledge,
): Knowledge {
  return joinKnowledge([ownKnowledge(definition, chain, rest), rest])
}

function ownKnowledge(definition: Definition, chain: ChainDefinition, rest: Knowledge): Knowledge {
  const labels = new Map<string, string>()
  const label = (account: Address | null, name: string) => {
    if (account !== null && !labels.has(account.toLowerCase())) {
      labels.set(account.toLowerCase(), name)
    }
  }
  for (const [symbol, token] of chain.tokens) label(token.address, token.symbol ?? symbol)
  for (const [name, account] of chain.addresses) label(account, name)
  for (const [name, account] of chain.drones) label(account, name)
  label(chain.vault, definition.name)
  label(chain.manager, `manager of ${definition.name}`)
  label(chain.accountant, `accountant of ${definition.name}`)
  label(chain.teller, `teller of ${definition.name}`)
  const tokens = new Map(
    [...chain.tokens].map(([name, token]) => [
      token.address.toLowerCase(),
      { ...token, symbol: token.symbol ?? name },
    ]),
  )
  return {
    ...noKnowledge,
    labelOf: (account) => labels.get(account.toLowerCase()) ?? null,
    tokenOf: (account) => {
      const token = tokens.get(account.toLowerCase())
      if (token === undefined) return null
      const known = rest.tokenOf(account)
      const decimals = token.decimals ?? known?.decimals ?? null
      if (decimals === null) return null
      const resetsApproval = known?.resetsApproval ?? null
      return { symbol: token.symbol, decimals, resetsApproval }
    },
  }
}
