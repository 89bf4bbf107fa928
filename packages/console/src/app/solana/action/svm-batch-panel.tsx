import { useMutation } from '@tanstack/react-query'
import { InvalidRequestError } from '@vaultwright/client'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ActionPlace, BatchState } from '../../action/action-bench.tsx'
import { BatchList } from '../../action/batch-list.tsx'
import { type ActionPlan, withoutAction } from '../../action/plan.ts'
import { refusedBatchOf } from '../../action/refused-field.ts'
import { Button } from '../../part/button.tsx'
import { Section } from '../../part/page.tsx'
import { Failure, Loading } from '../../part/state.tsx'
import { Verdict } from '../../part/verdict.tsx'
import { buildSvmPlan } from './build-svm-plan.ts'
import { OptionForm } from './option-form.tsx'
import { checkOptions, defaultOptions, type OptionInput } from './option-input.ts'
import { RefusalDetails } from './refusal-details.tsx'

const SvmResultPanel = lazy(async () => ({
  default: (await import('./svm-result-panel.tsx')).SvmResultPanel,
}))

type BuildRequest = { readonly plan: ActionPlan; readonly options: OptionInput }

/** The batch, how its transaction is made, its build, and everything that follows from it. */
export function SvmBatchPanel(props: BatchState & { readonly place: ActionPlace }) {
  const { place, plan, editing, refused, setRefused, change, edit } = props
  const [options, setOptions] = useState(defaultOptions)
  const status = useRef<HTMLDivElement>(null)
  const build = useMutation({
    mutationFn: (asked: BuildRequest) => buildSvmPlan(asked, place),
    onError: (error) => {
      if (error instanceof InvalidRequestError) setRefused(refusedBatchOf(error.entries))
    },
    onSettled: () => requestAnimationFrame(() => status.current?.focus()),
  })
  const problems = checkOptions(options)
  const variables = build.variables
  const result = build.data ?? null
  // What was built before the batch was changed is not what the batch says now.
  const isCurrent =
    result !== null && variables?.plan === plan && variables.options === options && !build.isPending
  const isRefused = refused.fields.size > 0 || refused.others.length > 0
  const count = plan.length
  return (
    <>
      <Section
        title="3. Batch"
        actions={
          <Button
            look="primary"
            disabled={count === 0 || build.isPending || Object.keys(problems).length > 0}
            onClick={() => build.mutate({ plan, options })}
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
        <OptionForm input={options} problems={problems} change={setOptions} />
      </Section>
      <div ref={status} tabIndex={-1} role="status">
        {build.isPending ? <Loading what="the transaction and its simulation" /> : null}
        {build.isError && !build.isPending && !isRefused ? (
          <>
            <Failure
              title="The transaction could not be built"
              error={build.error}
              retry={() => build.mutate({ plan, options })}
            />
            <RefusalDetails error={build.error} />
          </>
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
            <p>Build it again: the transaction that was built before is not shown any more.</p>
          </Verdict>
        ) : null}
      </div>
      {isCurrent ? (
        <Suspense fallback={<Loading what="the result" />}>
          <SvmResultPanel result={result} />
        </Suspense>
      ) : null}
    </>
  )
}
