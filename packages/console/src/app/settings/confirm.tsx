import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '../part/button.tsx'
import { Dialog } from '../part/dialog.tsx'
import { Failure } from '../part/state.tsx'
import styles from './settings.module.css'

/** Something that is done after a button is pressed: it stays open, and says why, when it fails. */
export function Confirm(props: {
  readonly title: string
  readonly action: string
  readonly look: 'primary' | 'danger'
  readonly isReady: boolean
  readonly work: () => Promise<unknown>
  readonly close: () => void
  readonly children: ReactNode
}) {
  const { title, action, look, isReady, work, close, children } = props
  const mutation = useMutation({ mutationFn: work, onSuccess: close })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) mutation.mutate()
  }
  return (
    <Dialog title={title} isOpen close={close}>
      <form className={styles.form} onSubmit={submit}>
        {children}
        <Failure title="It was not done" error={mutation.error} />
        <div className={styles.buttons}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look={look} disabled={!isReady || mutation.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
