import { useMutation, useQueryClient } from '@tanstack/react-query'
import { InvalidRequestError } from '@vaultwright/client'
import { useRef } from 'react'
import { Button } from '../part/button.tsx'
import { Section } from '../part/page.tsx'
import { Failure, Loading } from '../part/state.tsx'
import { Verdict } from '../part/verdict.tsx'
import type { BatchState } from './action-bench.tsx'
import { BatchList } from './batch-list.tsx'
import { buildPlan } from './build-plan.ts'
import { type ActionPlan, withoutAction } from './plan.ts'
import { refusedBatchOf } from './refused-field.ts'
import { ResultPanel } from './result-panel.tsx'
import type { BuildPlace } from './verify/build-place.ts'
import { treesQuery } from './verify/trees-query.ts'

/** The batch, its build, and everything that follows from it. */
export function BatchPanel(props: BatchState & { readonly place: BuildPlace }) {
  const { place, plan, editing, refused, setRefused, change, edit } = props
  const queries = useQueryClient()
  const status = useRef<HTMLDivElement>(null)
  const build = useMutation({
    mutationFn: async (actions: ActionPlan) =>
      buildPlan(actions, { place, trees: await queries.ensureQueryData(treesQuery(place)) }),
    onError: (error) => {
      if (error instanceof InvalidRequestError) setRefused(refusedBatchOf(error.entries))
    },
    onSettled: () => requestAnimationFrame(() => status.current?.focus()),
  })
  const result = build.data ?? null
  // What was built before the batch was changed is not what the batch says now.
  const isCurrent = result !== null && result.plan === plan && !build.isPending
  const isRefused = refused.fields.size > 0 || refused.others.length > 0
  const count = plan.length
  return (
    <>
      <Section
        title="3. Batch"
        actions={
          <Button
            look="primary"
            disabled={count === 0 || build.isPending}
            onClick={() => build.mutate(plan)}
          >
            {isCurrent
              ? 'Build and simulate again'
              : `Build and simulate ${count > 1 ? `all ${count}` : 'it'}`}
          </Button>
        }
      >
        <BatchList
          plan={plan}
          manifest={place.manifest}
          editing={editing}
          refused={refused.fields}
          change={change}
          edit={edit}
          remove={(id) => change(withoutAction(plan, id))}
        />
      </Section>
      <div ref={status} tabIndex={-1} role="status">
        {build.isPending ? <Loading what="the calldata and its simulation" /> : null}
        {build.isError && !build.isPending && !isRefused ? (
          <Failure
            title="The calldata could not be built"
            error={build.error}
            retry={() => build.mutate(plan)}
          />
        ) : null}
        {isRefused && !build.isPending ? (
          <Verdict tone="bad" title="The service does not build this">
            {refused.fields.size === 0 ? null : <p>The values are marked at their actions.</p>}
            {refused.others.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Verdict>
        ) : null}
        {result !== null && !isCurrent && !build.isPending && !build.isError ? (
          <Verdict tone="look" title="The batch was changed after it was built">
            <p>Build it again: the calldata that was built before is not shown any more.</p>
          </Verdict>
        ) : null}
      </div>
      {isCurrent ? <ResultPanel place={place} result={result} /> : null}
    </>
  )
}
