import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../part/button.tsx'
import { Dialog } from '../part/dialog.tsx'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { askConsole } from '../session/console-api.ts'
import { withProof } from '../session/prove.ts'
import styles from './settings.module.css'

/** Asks what a key is for, and makes it. */
export function NewKeyDialog(props: {
  readonly isAdmin: boolean
  readonly give: (key: string) => void
  readonly close: () => void
}) {
  const { isAdmin, give, close } = props
  const [description, setDescription] = useState('')
  const [rate, setRate] = useState('')
  const isRateFine = rate === '' || /^[1-9]\d{0,6}$/.test(rate)
  const isReady = description.trim() !== '' && isRateFine
  const work = useMutation({
    mutationFn: () =>
      withProof(() =>
        askConsole('createOwnKey', {
          description: description.trim(),
          ...(rate === '' ? {} : { rate_per_minute: Number(rate) }),
        }),
      ),
    onSuccess: ({ data }) => give(data.key),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) work.mutate()
  }
  return (
    <Dialog title="Create an API key" isOpen close={close}>
      <form className={styles.form} onSubmit={submit}>
        <label className={parts.field}>
          <span className={parts.label}>What it is for</span>
          <input
            className={parts.input}
            value={description}
            maxLength={200}
            required
            onChange={(event) => setDescription(event.target.value)}
          />
          <small>As “indexer of the back office”. It is shown wherever the key is named.</small>
        </label>
        {isAdmin ? (
          <label className={parts.field}>
            <span className={parts.label}>Requests a minute</span>
            <input
              className={parts.input}
              value={rate}
              inputMode="numeric"
              aria-invalid={!isRateFine}
              onChange={(event) => setRate(event.target.value)}
            />
            <small>
              {isRateFine
                ? 'Leave it empty for the rate of the service.'
                : 'Give a whole number from 1 to 1,000,000.'}
            </small>
          </label>
        ) : null}
        <p className={styles.soft}>
          The key has your role. If you proved to be there more than five minutes ago, your passkey
          is asked again.
        </p>
        <Failure title="The key was not made" error={work.error} />
        <div className={styles.buttons}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isReady || work.isPending}>
            Create the key
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
