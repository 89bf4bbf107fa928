import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TenantOrderData } from '@vaultwright/wire'
import { useState } from 'react'
import { Choice } from '../../part/choice.tsx'
import { Hash } from '../../part/hash.tsx'
import { Page } from '../../part/page.tsx'
import { Empty, Loaded } from '../../part/state.tsx'
import { Verdict } from '../../part/verdict.tsx'
import { sessionClient } from '../../session/session-client.ts'
import { OrderTable } from './order-table.tsx'

const shown = { unfinished: 'Open', all: 'All' } as const

/** Orders that the page lists at most. */
const mostOrders = 500

const ordersQuery = (which: keyof typeof shown) =>
  queryOptions({
    queryKey: ['all-orders', which],
    queryFn: async () => {
      const orders: TenantOrderData[] = []
      const filter = which === 'all' ? {} : { status: which }
      for await (const order of sessionClient().orders({ ...filter, page_size: 100 })) {
        if (orders.length === mostOrders) return { orders, isCut: true }
        orders.push(order)
      }
      return { orders, isCut: false }
    },
    staleTime: 10_000,
  })

/** The limit orders of every vault, in the states that their chains say; the vault's own screen cancels one. */
export function AllOrdersScreen() {
  const [which, setWhich] = useState<keyof typeof shown>('unfinished')
  const orders = useQuery(ordersQuery(which))
  return (
    <Page
      title="Limit orders"
      lead="Of every vault, newest first. The service says their states; the screen of the vault computes each uid and cancels."
      actions={<Choice name="Which orders" options={shown} chosen={which} choose={setWhich} />}
    >
      <Loaded query={orders} what="the orders" title="The orders cannot be read" lines={8}>
        {({ orders: listed, isCut }) => {
          const readOrders = listed.flatMap(({ order }) => order ?? [])
          const placeOf = new Map(listed.map((entry) => [entry.order_uid, entry]))
          return (
            <>
              <Unknown orders={listed.filter(({ order }) => order === null)} />
              {listed.length === 0 ? (
                <Empty>
                  {which === 'all' ? 'No order was built here yet.' : 'No order is open.'}
                </Empty>
              ) : readOrders.length === 0 ? null : (
                <OrderTable
                  orders={readOrders}
                  named={null}
                  cancel={null}
                  placeOf={({ order_uid }) => <VaultLink entry={placeOf.get(order_uid)!} />}
                />
              )}
              {isCut ? <p>The newest {mostOrders} orders; more are not listed.</p> : null}
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** Orders whose state is unknown: they count neither as open nor as ended. */
function Unknown({ orders }: { readonly orders: readonly TenantOrderData[] }) {
  if (orders.length === 0) return null
  const count = orders.length === 1 ? '1 order' : `${orders.length} orders`
  return (
    <Verdict tone="look" title={`The state of ${count} is not known`}>
      <ul>
        {orders.map((entry) => (
          <li key={entry.order_uid}>
            <VaultLink entry={entry} /> <Hash value={entry.order_uid} short />: {entry.reason}
          </li>
        ))}
      </ul>
    </Verdict>
  )
}

function VaultLink({ entry }: { readonly entry: TenantOrderData }) {
  const { chain, vault_address: address, strategist_address: strategist } = entry
  return (
    <Link to="/vaults/$chain/$address/swap/$strategist" params={{ chain, address, strategist }}>
      {chain} {address.slice(0, 8)}…{address.slice(-4)}
    </Link>
  )
}
