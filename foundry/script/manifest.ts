import type { Address } from 'viem'
import { type Account, accountOf } from './account.ts'
import { multicall } from './deploy.ts'
import { days, type Event } from './history.ts'
import { morphoMarketIdOf } from './market/market.ts'
import type { Of } from './plan/piece.ts'
import { vaultPlans } from './plan/plan.ts'
import type { NamedTree } from './tree.ts'

/** The parts of the manifest. */
export type Making = {
  readonly of: Of
  readonly names: ReadonlyMap<string, Address>
  readonly trees: ReadonlyMap<string, NamedTree>
  readonly events: readonly Event[]
  readonly accounts: readonly Account[]
  readonly state: { readonly text: string; readonly sha256: string }
}

/**
 * Describes the local chain for whoever uses it.
 *
 * @param making - what was made.
 * @returns JSON.
 */
export function manifestOf({ of, names, trees, events, accounts, state }: Making): object {
  const head = events.at(-1)!
  return {
    format: 'vaultwright-local-chain',
    version: 1,
    chainId: 31_337,
    days,
    head: { block: head.block, timestamp: head.atUnix },
    state: {
      file: 'state.json.br',
      compression: 'brotli',
      bytes: Buffer.byteLength(state.text),
      sha256: state.sha256,
    },
    accounts,
    vaults: vaultPlans.map((plan) => vaultOf(plan, of, trees)),
    contracts: { ...Object.fromEntries(names), Multicall3: multicall },
    morphoMarketId: morphoMarketIdOf(of),
    events,
  }
}

function vaultOf(
  { name, symbol, decimals, base, accountant }: (typeof vaultPlans)[number],
  of: Of,
  trees: Making['trees'],
): object {
  const part = (what: string) => of(`${name}: ${what}`)
  const key = name.toLowerCase().replace(' ', '-')
  const named = (strategist: string, address: Address, tree: string) => ({
    name: strategist,
    address,
    root: trees.get(`${key}-${tree}`)!.root,
    tree: `trees/${key}-${tree}.json`,
  })
  return {
    name,
    symbol,
    decimals,
    base: { symbol: base, address: of(base) },
    vault: of(name),
    manager: part('manager'),
    accountant: { kind: accountant, address: part('accountant') },
    teller: part('teller'),
    queue: part('queue'),
    roles: part('roles'),
    drone: part('drone'),
    strategists: [
      named('strategist', accountOf('strategist'), 'main-3'),
      named('second strategist', accountOf('second strategist'), 'lending'),
      named('multisig', of('Multisig'), 'lending'),
      named('the manager itself', part('manager'), 'main-3'),
      ...(trees.has(`${key}-trader`) ? [named('trader', accountOf('trader'), 'trader')] : []),
    ],
  }
}
