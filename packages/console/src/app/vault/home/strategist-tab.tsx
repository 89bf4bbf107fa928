import { Link } from '@tanstack/react-router'
import { ProvenanceLegend } from '../../part/band/provenance.tsx'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import part from '../../part/part.module.css'
import { Empty, Loaded, NotKnown } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { dayText } from '../../part/text/moment-text.ts'
import { Badge } from '../../part/verdict.tsx'
import { BookName } from '../../session/book/book-name.tsx'
import type { VaultHomeProps } from '../data/vault-tab.ts'
import { TreeLink } from '../root-line/tree-link.tsx'
import { RiskCell } from './risk-cell.tsx'
import { rootsThatMatter, useRootLines, useRootRisks } from './use-attention.ts'

/** The strategists of a vault: each with its root in force, and the ways to build. */
export function StrategistTab({ chain, address, detail }: VaultHomeProps) {
  const lines = useRootLines({ chain, address }, detail)
  const { risks } = useRootRisks(rootsThatMatter(lines.data ?? []))
  return (
    <>
      <Section title="Strategists">
        <Loaded
          query={lines}
          what="the strategists"
          title="The strategists cannot be read"
          lines={8}
        >
          {(data) =>
            data.length === 0 ? (
              <Empty>The vault’s definition names no strategist, and no root was set.</Empty>
            ) : (
              <Table
                name="Strategists"
                head={['Strategist', 'Tree', 'A stolen key', 'Root since', 'Act']}
                numbers={['Tree']}
              >
                {data.map(({ strategist, name, steps }) => {
                  const step = steps.find(({ state }) => state === 'active')
                  const params = { chain, address, strategist }
                  return (
                    <tr key={strategist}>
                      <th scope="row">
                        {name ?? <BookName address={strategist} chain={chain} />}
                        <br />
                        <Hash value={strategist} short />
                      </th>
                      <td className={numberCell}>
                        {step === undefined ? (
                          'none in force'
                        ) : step.leafCount === null ? (
                          <Badge tone="look">no tree stored</Badge>
                        ) : (
                          <TreeLink root={step.root} isPending={false}>
                            {step.leafCount.toLocaleString('en')} leaves
                          </TreeLink>
                        )}
                      </td>
                      <td>
                        {step === undefined ? (
                          'may do nothing'
                        ) : step.leafCount === null ? (
                          <NotKnown reason="its tree is not stored" />
                        ) : (
                          <RiskCell risk={risks.get(step.root.toLowerCase()) ?? null} />
                        )}
                      </td>
                      <td>
                        {step === undefined ? null : step.since === null ? (
                          <NotKnown reason="the block's time is not recorded" />
                        ) : (
                          dayText(step.since)
                        )}
                      </td>
                      <td>
                        {step === undefined || step.leafCount === null ? null : (
                          <span className={part.pairOfLinks}>
                            <Link
                              className={`${part.button} ${part.buttonLink}`}
                              to="/vaults/$chain/$address/act/$strategist"
                              params={params}
                            >
                              Build<span className="hidden"> as {name ?? strategist}</span>
                            </Link>
                            <Link
                              className={`${part.button} ${part.buttonLink}`}
                              to="/vaults/$chain/$address/swap/$strategist"
                              params={params}
                            >
                              Swap<span className="hidden"> as {name ?? strategist}</span>
                            </Link>
                          </span>
                        )}
                      </td>
                    </tr>
                  )
                })}
              </Table>
            )
          }
        </Loaded>
      </Section>
      <ProvenanceLegend />
    </>
  )
}
