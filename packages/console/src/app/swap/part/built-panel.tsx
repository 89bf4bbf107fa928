import { type ComponentProps, lazy, Suspense } from 'react'
import type { ResultPanel } from '../../action/result-panel.tsx'
import { Reading } from '../../part/state.tsx'

/** Nothing was built when the screen opens: what shows it comes later. */
const LaterPanel = lazy(async () => {
  const module = await import('../../action/result-panel.tsx')
  return { default: module.ResultPanel }
})

/** What was built for a swap: verified here, simulated by the server, and handed over if it is proven. */
export function BuiltPanel(props: ComponentProps<typeof ResultPanel>) {
  return (
    <Suspense fallback={<Reading what="what was built" />}>
      <LaterPanel {...props} />
    </Suspense>
  )
}
