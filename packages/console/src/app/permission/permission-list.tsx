import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hash } from '../part/hash.tsx'
import { Page } from '../part/page.tsx'
import { Empty, Loaded } from '../part/state.tsx'
import { Table } from '../part/table.tsx'
import { Badge } from '../part/verdict.tsx'
import { vaultListQuery } from '../vault/data/vault-list.ts'

/** The vaults whose permissions have a history. */
export function PermissionList() {
  const vaults = useQuery(vaultListQuery)
  const rows = (vaults.data?.vaults ?? []).flatMap(({ vault_address, name, deployments }) =>
    deployments.map((deployment) => ({ ...deployment, vault_address, name })),
  )
  return (
    <Page
      title="Permissions"
      lead="What a strategist was permitted on a day, and what changed when. Choose a vault."
    >
      <Loaded query={vaults} what="the vaults" title="The vaults cannot be read">
        {() =>
          rows.length === 0 ? (
            <Empty>
              <p>
                No vault was added. An admin adds one with <code>vaultwright vault add</code>.
              </p>
            </Empty>
          ) : (
            <Table name="Vaults" head={['Vault', 'Chain', 'Address', 'Roots without tree']}>
              {rows.map((row) => (
                <tr key={`${row.chain} ${row.vault_address}`}>
                  <th scope="row">
                    <Link
                      to="/permissions/$chain/$address"
                      params={{ chain: row.chain, address: row.vault_address }}
                    >
                      {row.name}
                    </Link>
                  </th>
                  <td>{row.chain}</td>
                  <td>
                    <Hash value={row.vault_address} short />
                  </td>
                  <td>
                    {row.roots_without_tree === 0 ? (
                      'none'
                    ) : (
                      <Badge tone="look">{row.roots_without_tree} not stored</Badge>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Page>
  )
}
