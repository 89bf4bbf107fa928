import { useMutation } from '@tanstack/react-query'
import type { ApiKeyData } from '@vaultwright/wire'
import { type FormEvent, useState } from 'react'
import { Button } from '../part/button.tsx'
import { Dialog } from '../part/dialog.tsx'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { keyText, needsLastFour, timeOr } from './key-text.ts'
import styles from './settings.module.css'

/** Names a key and its last use before it is revoked. */
export function RevokeDialog(props: {
  readonly apiKey: ApiKeyData
  readonly revoke: (key: ApiKeyData) => Promise<unknown>
  readonly close: () => void
}) {
  const { apiKey, revoke, close } = props
  const [text, setText] = useState('')
  const [mustName] = useState(() => needsLastFour(apiKey, Date.now()))
  const work = useMutation({ mutationFn: () => revoke(apiKey), onSuccess: close })
  const isNamed = !mustName || text === apiKey.last_four
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isNamed) work.mutate()
  }
  return (
    <Dialog title="Revoke this key" isOpen close={close}>
      <form className={styles.form} onSubmit={submit}>
        <p>
          <strong>
            {apiKey.description === '' ? 'A key without description' : apiKey.description}
          </strong>
          , <code>{keyText(apiKey)}</code>, last used {timeOr(apiKey.last_used_at, 'never')}. It
          stops authenticating at once and cannot be brought back.
        </p>
        {mustName ? (
          <label className={parts.field}>
            <span className={parts.label}>Last four characters of the key</span>
            <input
              className={parts.input}
              value={text}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
            />
            <small>It was used within a day: something may depend on it.</small>
          </label>
        ) : null}
        <Failure title="The key was not revoked" error={work.error} />
        <div className={styles.buttons}>
          <Button onClick={close}>Keep it</Button>
          <Button type="submit" look="danger" disabled={!isNamed || work.isPending}>
            Revoke the key
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
