import type { FaultName } from '../support/node/faulty-node.ts'
import { passingFaults } from '../support/node/faulty-node.ts'
import type { FaultKind, ScenarioContext } from './index-scenario-context.ts'

/** Lets a node be as moods go. */
export type NodeCondition = 'calm' | 'storm' | 'other chain' | 'pruned' | 'behind' | 'away'

const nodeConditions: readonly NodeCondition[] = [
  ...(['calm', 'calm', 'storm', 'storm', 'storm', 'storm', 'other chain'] as const),
  ...(['pruned', 'behind', 'away'] as const),
]

const kindOf: Readonly<Record<FaultName, FaultKind | null>> = {
  ...({ busy: 'RPC 429', broken: 'RPC 500', hang: 'RPC timeout', drop: 'RPC cut off' } as const),
  ...({ garbage: 'RPC garbage', truncate: 'RPC truncated', rate_limit: 'RPC quota' } as const),
  ...({ lose_answer: 'RPC answer lost', wrong_value: 'RPC wrong type' } as const),
  ...({ shuffle: 'RPC shuffled', behind: 'lagging head', wrong_chain: 'other chain' } as const),
  ...({ pruned: 'pruned history', zero: null } as const),
}

/** Draws a mood, and gives it to the stage's node. */
export async function injectFaults({
  node,
  dice,
  strike,
}: ScenarioContext): Promise<NodeCondition> {
  const condition = dice.pick(nodeConditions)
  const seed = dice.within(0, 2 ** 31)
  const storms = {
    storm: {
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
  } else if (condition !== 'calm') node.injectFaults({ seed, ...storms[condition] })
  return condition

  function few(): readonly FaultName[] {
    return [dice.pick(passingFaults), dice.pick(passingFaults)]
  }
}

/** Lets the node be as it should. */
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
