import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BuiltCheck } from '@vaultwright/check'
import { isAlive } from '@vaultwright/check'
import type { CancelOrderData, SwapOrderData } from '@vaultwright/wire'
import { useRef, useState } from 'react'
import { Button } from '../../part/button.tsx'
import { Choice } from '../../part/choice.tsx'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Empty, Failure, Loading } from '../../part/state.tsx'
import { sessionClient } from '../../session/session-client.ts'
import { BuiltPanel } from '../part/built-panel.tsx'
import styles from '../part/swap.module.css'
import type { ProvenPlace } from '../part/swap-query.ts'
import { ordersQuery, requestOf } from '../part/swap-query.ts'
import { OrderTable } from './order-table.tsx'

const shown = { open: 'Open', all: 'All' } as const

type CheckedCancel = { readonly answer: CancelOrderData; readonly check: BuiltCheck }

/** The limit orders of a strategist, in the states that the chain says, and the way to cancel one. */
export function OrderSection(props: ProvenPlace & { readonly mayBuild: boolean }) {
  const { place, trees, mayBuild } = props
  const queries = useQueryClient()
  const [which, setWhich] = useState<keyof typeof shown>('open')
  const status = useRef<HTMLDivElement>(null)
  const orders = useQuery(ordersQuery(place))
  const names = useQuery({
    queryKey: ['swap-order-names', place.root, place.vault, orders.dataUpdatedAt],
    enabled: orders.data !== undefined,
    queryFn: async () => {
      const { isUidOf, settlementsIn } = await import('../verify/check.ts')
      const { chainId, vault } = place
      const orderPlace = { chainId, vault, settlements: settlementsIn(trees.file.tree) }
      return new Set(
        orders.data!.flatMap(({ order_uid, order }) =>
          isUidOf(order_uid, order, orderPlace) ? [order_uid] : [],
        ),
      )
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const cancel = useMutation({
    mutationFn: async (order: SwapOrderData): Promise<CheckedCancel> => {
      const { checkCancel } = await import('../verify/check.ts')
      const { data: answer } = await sessionClient().buildOrderCancellation({
        ...requestOf(place),
        order_uid: order.order_uid,
        verbose: true,
      })
      return { answer, check: checkCancel(answer, { place, trees }, order) }
    },
    onSettled: () => requestAnimationFrame(() => status.current?.focus()),
  })
  const all = orders.data ?? []
  const listed = which === 'all' ? all : all.filter((order) => isOpenOrWarned(order))
  return (
    <>
      <Section
        title="Limit orders"
        actions={
          <>
            <Choice name="Which orders" options={shown} chosen={which} choose={setWhich} />
            <Button
              onClick={() =>
                void queries.invalidateQueries({ queryKey: ordersQuery(place).queryKey })
              }
            >
              Read again
            </Button>
            <Link to="/orders">Orders of all vaults</Link>
          </>
        }
      >
        {orders.isError ? (
          <Failure
            title="The orders cannot be read"
            error={orders.error}
            retry={() => void orders.refetch()}
          />
        ) : orders.data === undefined || names.data === undefined ? (
          <Loading what="the orders" />
        ) : listed.length === 0 ? (
          <Empty>
            {all.length === 0
              ? 'No order was built here yet. A limit order of a permitted pair would stand here.'
              : `None of the ${all.length} orders is open.`}
          </Empty>
        ) : (
          <OrderTable
            orders={listed}
            named={names.data}
            cancel={mayBuild ? (order) => cancel.mutate(order) : null}
          />
        )}
        <div ref={status} tabIndex={-1} role="status" className={styles.status}>
          {cancel.isSuccess ? <span className="hidden">The calldata stands below.</span> : null}
          {cancel.isPending ? <Loading what="the calldata that cancels the order" /> : null}
          <Failure title="The cancellation could not be built" error={cancel.error} />
        </div>
      </Section>
      {cancel.data === undefined || cancel.isPending ? null : (
        <BuiltPanel place={place} result={{ ...cancel.data, trees }}>
          <dt>Order that it ends</dt>
          <dd>
            <Hash value={cancel.data.answer.order_uid} />
          </dd>
          <dt>How</dt>
          <dd>
            {cancel.data.answer.is_final
              ? 'for good: it can never be filled again'
              : 'by taking the signature back: it may be signed again'}
          </dd>
        </BuiltPanel>
      )}
    </>
  )
}

function isOpenOrWarned(order: SwapOrderData): boolean {
  return isAlive(order) || order.warnings.length > 0
}
