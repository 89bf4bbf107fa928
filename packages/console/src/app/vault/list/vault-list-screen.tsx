import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Page } from '../../part/page.tsx'
import { Empty, Loaded, NotKnown } from '../../part/state.tsx'
import { numberCell, Table } from '../../part/table.tsx'
import { percentText, shortNumber } from '../../part/text/number-text.ts'
import { Badge } from '../../part/verdict.tsx'
import { mostVaults, vaultListQuery } from '../data/vault-list.ts'
import {
  type SortKey,
  type SortOrder,
  sortKeys,
  sortVaults,
  type VaultListRow,
  vaultRowsOf,
} from './vault-row.ts'

/** The tenant's vaults with their figures. */
export function VaultListScreen() {
  const vaults = useQuery(vaultListQuery)
  const [order, setOrder] = useState<SortOrder>({ key: 'name', isDescending: false })
  const rows = useMemo(
    () => sortVaults(vaultRowsOf(vaults.data?.vaults ?? []), order),
    [vaults.data, order],
  )
  return (
    <Page
      title="Vaults"
      lead="The last day of every vault, stated by the server. Open a vault to compute it again."
    >
      <Loaded query={vaults} what="the vaults" title="The vaults cannot be read">
        {(data) =>
          rows.length === 0 ? (
            <Empty>
              No vault is registered yet. <code>vaultwright vault add</code> registers one.
            </Empty>
          ) : (
            <>
              <VaultTable rows={rows} order={order} setOrder={setOrder} />
              <p className="soft">
                {rows.length} {rows.length === 1 ? 'row' : 'rows'}
                {data.isCut
                  ? `, the first ${mostVaults} vaults by address; more are not shown`
                  : ''}
                .
              </p>
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

const keys = Object.keys(sortKeys) as SortKey[]
const numbers: ReadonlySet<SortKey> = new Set(['tvl', 'price', 'apy', 'behind', 'roots'])

function VaultTable(props: {
  readonly rows: readonly VaultListRow[]
  readonly order: SortOrder
  readonly setOrder: (order: SortOrder) => void
}) {
  const { rows, order, setOrder } = props
  const sortBy = (key: SortKey) =>
    setOrder({
      key,
      isDescending: order.key === key ? !order.isDescending : numbers.has(key),
    })
  return (
    <Table
      name="Vaults"
      head={Object.values(sortKeys)}
      numbers={[...numbers].map((key) => sortKeys[key])}
      sort={{
        title: sortKeys[order.key],
        isDescending: order.isDescending,
        by: (title) => sortBy(keys.find((key) => sortKeys[key] === title)!),
      }}
    >
      {rows.map((row) => (
        <VaultRow key={`${row.figures.chain}${row.address}`} row={row} />
      ))}
    </Table>
  )
}

function VaultRow({ row }: { readonly row: VaultListRow }) {
  const { name, address, status, figures } = row
  const { chain, tvl_usd, share_price, apy, last_day, days_behind } = figures
  const noDay = last_day === null ? 'no day is indexed' : null
  const roots = figures.roots_without_tree
  return (
    <tr>
      <th scope="row">
        <Link to="/vaults/$chain/$address" params={{ chain, address }}>
          {name}
        </Link>
        <small title={address}>
          <code>
            {' '}
            {address.slice(0, 8)}…{address.slice(-6)}
          </code>
        </small>
      </th>
      <td>{chain}</td>
      <td className={numberCell} title={tvl_usd ?? ''}>
        {tvl_usd === null ? (
          <NotKnown reason={noDay ?? 'no price in USD, or no total assets'} />
        ) : (
          shortNumber(tvl_usd, 0)
        )}
      </td>
      <td className={numberCell} title={share_price ?? ''}>
        {share_price === null ? (
          <NotKnown reason={noDay ?? 'the vault did not say its rate'} />
        ) : (
          `${shortNumber(share_price, 6)} ${figures.base_asset ?? ''}`
        )}
      </td>
      <td className={numberCell}>
        {apy === null ? (
          <NotKnown reason={noDay ?? 'seven days that can be compared are missing'} />
        ) : (
          percentText(apy)
        )}
      </td>
      <td>{last_day ?? 'none yet'}</td>
      <td className={numberCell}>
        {days_behind === null ? (
          <NotKnown reason={noDay ?? 'the index saw no final block'} />
        ) : days_behind === 0 ? (
          'current'
        ) : (
          <Badge tone="look">
            {days_behind} {days_behind === 1 ? 'day' : 'days'}
          </Badge>
        )}
      </td>
      <td className={numberCell}>
        {roots === 0 ? (
          'none'
        ) : (
          <Badge tone="look">
            {roots}, {figures.active_roots_without_tree} active
          </Badge>
        )}
      </td>
      <td>
        <Badge {...(status === 'active' ? {} : { tone: 'look' as const })}>{status}</Badge>
      </td>
    </tr>
  )
}
