import { useMutation } from '@tanstack/react-query'
import { InvalidRequestError } from '@vaultwright/client'
import { type ReactNode, useRef } from 'react'
import { Button } from '../part/button.tsx'
import { Section } from '../part/page.tsx'
import { Failure, Loading } from '../part/state.tsx'
import { Verdict } from '../part/verdict.tsx'
import type { BatchState } from './action-bench.tsx'
import { BatchList } from './batch-list.tsx'
import { type ActionPlace, type ActionPlan, withoutAction } from './input/plan.ts'
import { refusedBatchOf } from './input/refused-field.ts'

/** The request of a build: the batch, and what a family of chains adds to it. */
export type BatchRequest<Options> = { readonly plan: ActionPlan; readonly options: Options }

/** The parts of the panel in which families of chains differ. */
type BatchFamily<Options, Built> = {
  /** The name of what is built. */
  readonly noun: 'calldata' | 'transaction'
  /** A batch that was built with others is not current. */
  readonly options: Options
  /** False while the options cannot be used. */
  readonly isReady: boolean
  readonly build: (request: BatchRequest<Options>) => Promise<Built>
  /** The form of the options. */
  readonly form?: ReactNode
  /** More about a failure. */
  readonly failure?: (error: Error) => ReactNode
  /** Shows what was built, with the repair of a build that would fail. */
  readonly result: (built: Built, repair: ReactNode) => ReactNode
}

/** The batch, its build, and everything that follows from it. */
export function BatchPanel<Options, Built>(
  props: BatchState & {
    readonly place: ActionPlace
    readonly family: BatchFamily<Options, Built>
  },
) {
  const { place, family, plan, editing, refused, setRefused, change, edit } = props
  const { noun, options } = family
  const status = useRef<HTMLDivElement>(null)
  const build = useMutation({
    mutationFn: family.build,
    onError: (error) => {
      if (error instanceof InvalidRequestError) setRefused(refusedBatchOf(error.entries))
    },
    onSettled: () => requestAnimationFrame(() => status.current?.focus()),
  })
  const request = build.variables
  const result = build.data ?? null
  // What was built before the batch was changed is not what the batch says now.
  const isCurrent =
    result !== null && request?.plan === plan && request.options === options && !build.isPending
  const isRefused = refused.fields.size > 0 || refused.others.length > 0
  const count = plan.length
  return (
    <>
      <Section
        title="Batch"
        actions={
          <Button
            look="primary"
            disabled={count === 0 || build.isPending || !family.isReady}
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
        {family.form}
      </Section>
      <div ref={status} tabIndex={-1} role="status">
        {build.isPending ? <Loading what={`the ${noun} and its simulation`} /> : null}
        {build.isError && !build.isPending && !isRefused ? (
          <>
            <Failure
              title={`The ${noun} could not be built`}
              error={build.error}
              retry={() => build.mutate({ plan, options })}
            />
            {family.failure?.(build.error)}
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
            <p>{`Build it again: the ${noun} that was built before is not shown any more.`}</p>
          </Verdict>
        ) : null}
      </div>
      {isCurrent
        ? family.result(
            result,
            <Button look="primary" onClick={() => edit(plan[0]!.id)}>
              Change what fails
            </Button>,
          )
        : null}
    </>
  )
}
