import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Choice } from '../../part/choice.tsx'
import { InOrder, Section } from '../../part/page.tsx'
import { Empty, Failure, Loaded, Loading } from '../../part/state.tsx'
import type { TreeAnalysis } from '../../tree/analysis/analysis.ts'
import { RiskPane } from '../../tree/finding/risk-pane.tsx'
import type { OpenTree } from '../../tree/state/open-tree.ts'
import { useStoredTree } from '../../tree/state/use-stored-tree.ts'
import { useTreeAnswer } from '../../tree/state/use-tree-answer.ts'
import { useTrees } from '../../tree/state/use-trees.ts'
import { TreeBand } from '../../tree/tree-band.tsx'
import { AllowanceSection } from '../allowance/allowance-section.tsx'
import { vaultQueries } from '../data/vault-data.ts'
import type { VaultHomeProps } from '../data/vault-tab.ts'
import { useRootLines } from './use-attention.ts'

/** The ways out for a stolen key of each strategist, worked out in this page, and the standing allowances. */
export function RiskTab({ chain, address, detail }: VaultHomeProps) {
  const vault = { chain, address }
  const lines = useRootLines(vault, detail)
  const snapshot = useQuery(vaultQueries(vault).snapshot)
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <InOrder>
      <Loaded query={lines} what="the roots" title="The roots cannot be read" lines={10}>
        {(data) => {
          const roots = data.flatMap(({ strategist, name, steps }) =>
            steps
              .filter(({ state, leafCount }) => state === 'active' && leafCount !== null)
              .map(({ root }) => ({ root, strategist, name: name ?? strategist })),
          )
          const current = roots.find(({ strategist }) => strategist === chosen) ?? roots[0]
          if (current === undefined)
            return <Empty>No root in force has a stored tree: its risk is not known.</Empty>
          return (
            <>
              <div>
                <Choice
                  name="Strategist"
                  options={Object.fromEntries(
                    roots.map(({ strategist, name }) => [strategist, name]),
                  )}
                  chosen={current.strategist}
                  choose={setChosen}
                />
              </div>
              <RootRiskPane key={current.root} root={current.root} />
            </>
          )
        }}
      </Loaded>
      <Loaded
        query={snapshot}
        what="the allowances"
        title="The allowances cannot be read"
        lines={4}
      >
        {(data) =>
          data === null ? (
            <Section title="Standing allowances">
              <Empty>The vault has no snapshot yet: they are not known.</Empty>
            </Section>
          ) : (
            <AllowanceSection snapshot={data} />
          )
        }
      </Loaded>
    </InOrder>
  )
}

function RootRiskPane({ root }: { readonly root: string }) {
  const trees = useTrees()
  const state = useStoredTree(trees, root, 'onchain')
  if (state.kind === 'refused')
    return <Failure title="The tree cannot be shown" error={state.error} />
  if (state.kind === 'reading') return <Loading what="the tree" lines={10} />
  return <OpenRisk tree={state.tree} analysis={trees.analysis} />
}

function OpenRisk(props: { readonly tree: OpenTree; readonly analysis: TreeAnalysis }) {
  const { tree, analysis } = props
  const risk = useTreeAnswer(analysis, { kind: 'risk', tree: tree.key })
  const navigate = useNavigate()
  const show = (slot: number) =>
    void navigate({ to: '/trees/$root', params: { root: tree.root }, search: { slot } })
  return (
    <>
      <TreeBand tree={tree} risk={risk} />
      <RiskPane tree={tree} analysis={analysis} risk={risk} show={show} />
    </>
  )
}
