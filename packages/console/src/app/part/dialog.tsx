import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './part.module.css'

type DialogParts = {
  readonly title: string
  readonly close?: () => void
  readonly isDrawer?: boolean
  readonly children: ReactNode
}

/**
 * A dialog over the screen, or a drawer at its side. Focus goes to its close button and back to what
 * opened it. Without `close` it closes only by what stands in it.
 */
export function Dialog({ isOpen, ...parts }: DialogParts & { readonly isOpen: boolean }) {
  return isOpen ? <OpenDialog {...parts} /> : null
}

function OpenDialog({ title, close, isDrawer = false, children }: DialogParts) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      // A dialog that leaves the document does not give the focus back by itself.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  const leave = () => {
    if (close !== undefined) close()
    else if (dialog.current?.open === false) dialog.current.showModal()
  }
  const leaveByBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) close?.()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same for keyboards
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={`${styles.dialog} ${isDrawer ? styles.drawer : ''}`}
      onCancel={(event) => {
        event.preventDefault()
        close?.()
      }}
      onClose={leave}
      onClick={leaveByBackdrop}
    >
      <header className={styles.dialogHead}>
        {close === undefined ? null : <Button onClick={close}>Close</Button>}
        <h2 id={id} className={styles.dialogTitle}>
          {title}
        </h2>
      </header>
      <div className={styles.dialogBody}>{children}</div>
    </dialog>
  )
}
