import type { FaultName } from '../support/node/faulty-node.ts'
import { passingFaults } from '../support/node/faulty-node.ts'
import type { FaultKind, ScenarioContext } from './index-scenario-context.ts'

/** The condition of a node: nothing is wrong when clear. */
export type NodeCondition = 'clear' | 'faulty' | 'other chain' | 'pruned' | 'behind' | 'away'

const nodeConditions: readonly NodeCondition[] = [
  ...(['clear', 'clear', 'faulty', 'faulty', 'faulty', 'faulty', 'other chain'] as const),
  ...(['pruned', 'behind', 'away'] as const),
]

const kindOf: Readonly<Record<FaultName, FaultKind | null>> = {
  ...({ busy: 'RPC 429', broken: 'RPC 500', hang: 'RPC timeout', drop: 'RPC cut off' } as const),
  ...({ garbage: 'RPC garbage', truncate: 'RPC truncated', rate_limit: 'RPC quota' } as const),
  ...({ lose_answer: 'RPC answer lost', wrong_value: 'RPC wrong type' } as const),
  ...({ shuffle: 'RPC shuffled', behind: 'lagging head', wrong_chain: 'other chain' } as const),
  ...({ pruned: 'pruned history', zero: null } as const),
}

/** Draws a condition, and gives it to the node of the scenario. */
export async function injectFaults({
  node,
  dice,
  strike,
}: ScenarioContext): Promise<NodeCondition> {
  const condition = dice.pick(nodeConditions)
  const seed = dice.within(0, 2 ** 31)
  const faultsByCondition = {
    faulty: {
      share: dice.pick([0.03, 0.08, 0.2, 0.4]),
      kinds: dice.chance(0.5) ? passingFaults : few(),
    },
    'other chain': { share: 1, kinds: ['wrong_chain'] },
    pruned: { share: dice.pick([0.2, 1]), kinds: ['pruned'] },
    behind: { share: 0.7, kinds: ['behind'] },
  } as const
  if (condition === 'away') {
    await node.stop()
    strike('node away')
  } else if (condition !== 'clear') node.injectFaults({ seed, ...faultsByCondition[condition] })
  return condition

  function few(): readonly FaultName[] {
    return [dice.pick(passingFaults), dice.pick(passingFaults)]
  }
}

/** Lets the node answer without faults. */
export async function clearFaults({ node }: Pick<ScenarioContext, 'node'>): Promise<void> {
  node.clearFaults()
  await node.start()
}

/** Counts what the node did wrong. */
export function countFaults({ node, strike }: Pick<ScenarioContext, 'node' | 'strike'>): void {
  for (const [name, times] of Object.entries(node.injected())) {
    const kind = kindOf[name as FaultName]
    if (kind !== null) strike(kind, times)
  }
}
