import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BuiltCheck } from '@vaultwright/check'
import type { LimitOrderData } from '@vaultwright/wire'
import { type ReactNode, useRef, useState } from 'react'
import { Section } from '../../part/page.tsx'
import { Empty, Failure, Loading } from '../../part/state.tsx'
import { sessionClient } from '../../session/session-client.ts'
import { BuiltPanel } from '../part/built-panel.tsx'
import type { PairChoice } from '../part/pair-choice.ts'
import styles from '../part/swap.module.css'
import type { ProvenPlace } from '../part/swap-query.ts'
import { ordersQuery, requestOf } from '../part/swap-query.ts'
import { OrderFacts } from './order-facts.tsx'
import { OrderForm } from './order-form.tsx'
import { type OrderFields, orderAsked } from './order-input.ts'

type CheckedOrder = {
  readonly input: OrderFields
  readonly answer: LimitOrderData
  readonly check: BuiltCheck
}

/** Builds a limit order, and verifies its terms, its uid and its calldata before anything is handed over. */
export function LimitPanel(
  props: ProvenPlace & {
    readonly choice: PairChoice
    readonly kind: ReactNode
    /** The form before anything is put in. */
    readonly draft: OrderFields
  },
) {
  const { place, trees, choice, kind, draft } = props
  const { pair } = choice
  const queries = useQueryClient()
  const status = useRef<HTMLDivElement>(null)
  const [input, setInput] = useState(draft)
  const build = useMutation({
    mutationFn: async (given: OrderFields): Promise<CheckedOrder> => {
      const order = orderAsked(given, pair)
      const { checkOrder } = await import('../verify/check.ts')
      const { data: answer } = await sessionClient().buildLimitOrder({
        ...requestOf(place),
        sell_token: order.sellToken.address,
        buy_token: order.buyToken.address,
        sell_amount: order.sellAmount,
        limit_price: order.limitPrice,
        valid_for_seconds: order.validForSeconds,
        partially_fillable: order.isPartiallyFillable,
        ...(order.parts > 1 && { parts: order.parts }),
        publish: given.publish,
        verbose: true,
      })
      const nowUnix = Math.floor(Date.now() / 1_000)
      return {
        input: given,
        answer,
        check: checkOrder(answer, { place, trees }, { asked: order, nowUnix }),
      }
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ordersQuery(place).queryKey }),
    onSettled: () => requestAnimationFrame(() => status.current?.focus()),
  })
  const built = build.data !== undefined && build.data.input === input ? build.data : null
  const isPermitted = pair.limit_order.state === 'ready'
  return (
    <>
      <Section title="Terms of the order" actions={kind}>
        {isPermitted ? (
          <OrderForm
            place={place}
            choice={choice}
            input={input}
            change={setInput}
            isBusy={build.isPending}
            build={() => build.mutate(input)}
          />
        ) : (
          <Empty>
            {pair.limit_order.why} The leaf that would permit it stands beside the venues.
          </Empty>
        )}
        <div ref={status} tabIndex={-1} role="status" className={styles.status}>
          {built !== null ? <span className="hidden">The order stands below.</span> : null}
          {build.isPending ? <Loading what="the order and its calldata" /> : null}
          <Failure title="The order could not be built" error={build.error} />
        </div>
      </Section>
      {built === null || build.isPending ? null : (
        <BuiltPanel place={place} result={{ ...built, trees }}>
          <OrderFacts answer={built.answer} check={built.check} pair={pair} place={place} />
        </BuiltPanel>
      )}
    </>
  )
}
