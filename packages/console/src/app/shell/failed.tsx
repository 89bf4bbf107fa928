import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../part/button.tsx'
import { Page } from '../part/page.tsx'
import { Failure } from '../part/state.tsx'

/** A screen that could not be shown: what went wrong, in words that can be copied. */
export function Failed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This screen cannot be shown">
      <Failure title="An error stopped it" error={error} />
      <div>
        <Button onClick={reset}>Try again</Button>
      </div>
    </Page>
  )
}

/** An address that leads nowhere. */
export function Missing() {
  return (
    <Page title="This page does not exist" lead="Choose a screen above.">
      {null}
    </Page>
  )
}

/** A screen that needs a service, in the copy that opens from a disk. */
export function Absent() {
  return (
    <Page
      title="This screen needs a service"
      lead="This copy works without one: use the tree explorer and the signing room."
    >
      {null}
    </Page>
  )
}
