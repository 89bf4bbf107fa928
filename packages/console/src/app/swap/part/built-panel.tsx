import { type ComponentProps, lazy, Suspense } from 'react'
import type { ResultPanel } from '../../action/result/result-panel.tsx'
import { Loading } from '../../part/state.tsx'

/** Nothing was built when the screen opens: what shows it comes later. */
const LaterPanel = lazy(async () => {
  const module = await import('../../action/result/result-panel.tsx')
  return { default: module.ResultPanel }
})

/** The result of a swap's build: verified here, simulated by the server, and handed over if it is proven. */
export function BuiltPanel(props: ComponentProps<typeof ResultPanel>) {
  return (
    <Suspense fallback={<Loading what="what was built" />}>
      <LaterPanel {...props} />
    </Suspense>
  )
}
