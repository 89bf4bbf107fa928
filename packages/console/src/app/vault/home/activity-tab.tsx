import { useQuery } from '@tanstack/react-query'
import { gather } from '../../part/gather.ts'
import { Hash } from '../../part/hash.tsx'
import { InOrder, Section } from '../../part/page.tsx'
import { Empty, Loaded, NotKnown } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { momentText } from '../../part/text/moment-text.ts'
import { useSession } from '../../session/session.ts'
import { sessionClient } from '../../session/session-client.ts'
import type { VaultHomeProps } from '../data/vault-tab.ts'
import { strategistsOn } from '../head/strategist-list.ts'
import { HealthSection } from '../health/health-section.tsx'
import { TreeLink } from '../root-line/tree-link.tsx'
import { ExecutionSection } from './execution-section.tsx'

/** The past of a vault, as far as the service has it: executions, roots that were set, acts in the tenant, its index. */
export function ActivityTab(props: VaultHomeProps) {
  const { chain, address, detail } = props
  const vault = { chain, vault_address: address }
  const isAdmin = useSession()?.user.role === 'admin'
  const changes = useQuery({
    queryKey: ['root-changes', chain, address],
    queryFn: () => gather(sessionClient().rootChanges({ ...vault, page_size: 100 })),
  })
  const audit = useQuery({
    queryKey: ['vault-audit', chain, address],
    queryFn: async () =>
      (await sessionClient().listAudit({ subject: detail.vault_address, page_size: 100 })).data,
    enabled: isAdmin,
  })
  const names = new Map(
    strategistsOn(detail, chain).map(({ address: account, name }) => [account.toLowerCase(), name]),
  )
  return (
    <InOrder>
      {/* Executions on Solana are not indexed. */}
      {chain === 'solana' ? null : <ExecutionSection {...props} />}
      <Section title="Roots that were set">
        <Loaded query={changes} what="the roots" title="The roots cannot be read" lines={8}>
          {(data) =>
            data.length === 0 ? (
              <Empty>
                No root was set, as far as the index has read. <code>vaultwright index run</code>{' '}
                reads on.
              </Empty>
            ) : (
              <Table
                name="Roots that were set"
                head={['When', 'Strategist', 'Root', 'Transaction', 'Block']}
                numbers={['Block']}
                isStacked
              >
                {data.toReversed().map((change) => (
                  <tr key={`${change.block_number} ${change.log_index}`}>
                    <td>
                      {change.set_at === null ? (
                        <NotKnown reason="the block's time is not recorded" />
                      ) : (
                        momentText(change.set_at)
                      )}
                    </td>
                    <th scope="row">
                      {names.get(change.strategist.toLowerCase()) ?? (
                        <Hash value={change.strategist} short />
                      )}
                    </th>
                    <td>
                      {/^0x0+$/.test(change.root_hash) ? (
                        'all rights taken away'
                      ) : change.leaf_count === null ? (
                        <Hash value={change.root_hash} short />
                      ) : (
                        <TreeLink root={change.root_hash} isPending={false}>
                          {change.root_hash.slice(0, 10)}…, {change.leaf_count} leaves
                        </TreeLink>
                      )}
                    </td>
                    <td>
                      {change.set_tx_hash === null ? (
                        <NotKnown reason="it was not read" />
                      ) : (
                        <Hash value={change.set_tx_hash} short />
                      )}
                    </td>
                    <td className={numberCell}>{change.block_number.toLocaleString('en')}</td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Loaded>
      </Section>
      {isAdmin ? (
        <Section title="Acts of administrators">
          <Loaded query={audit} what="the audit log" title="The audit log cannot be read" lines={4}>
            {(data) =>
              data.length === 0 ? (
                <Empty>The audit log has no act whose subject is this vault.</Empty>
              ) : (
                <Table name="Acts of administrators" head={['When', 'Actor', 'Act']}>
                  {data.map(({ id, at: time, actor, act }) => (
                    <tr key={id}>
                      <td>{momentText(time)}</td>
                      <td>{actor}</td>
                      <th scope="row">{act}</th>
                    </tr>
                  ))}
                </Table>
              )
            }
          </Loaded>
        </Section>
      ) : null}
      <HealthSection chain={chain} address={address} />
    </InOrder>
  )
}
