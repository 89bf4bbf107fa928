import { lazy, Suspense, useState } from 'react'
import type { BatchState } from '../../action/action-bench.tsx'
import { BatchPanel } from '../../action/batch-panel.tsx'
import type { ActionPlace } from '../../action/input/plan.ts'
import { Loading } from '../../part/state.tsx'
import { buildSvmPlan } from './build-svm-plan.ts'
import { OptionForm } from './option-form.tsx'
import { defaultOptions, optionProblemsOf } from './option-input.ts'
import { RefusalDetails } from './refusal-details.tsx'

const SvmResultPanel = lazy(async () => ({
  default: (await import('./svm-result-panel.tsx')).SvmResultPanel,
}))

/** The batch of a Solana vault, with the options of its transaction. */
export function SvmBatchPanel(props: BatchState & { readonly place: ActionPlace }) {
  const [options, setOptions] = useState(defaultOptions)
  const problems = optionProblemsOf(options)
  return (
    <BatchPanel
      {...props}
      family={{
        noun: 'transaction',
        options,
        isReady: Object.keys(problems).length === 0,
        build: (request) => buildSvmPlan(request, props.place),
        form: <OptionForm input={options} problems={problems} change={setOptions} />,
        failure: (error) => <RefusalDetails error={error} />,
        result: (result) => (
          <Suspense fallback={<Loading what="the result" />}>
            <SvmResultPanel result={result} />
          </Suspense>
        ),
      }}
    />
  )
}
