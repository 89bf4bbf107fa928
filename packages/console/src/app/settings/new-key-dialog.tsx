import { useState } from 'react'
import { TextField } from '../part/text/field.tsx'
import { askConsole } from '../session/console-api.ts'
import { withProof } from '../session/prove.ts'
import { Confirm } from './confirm.tsx'

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
  const create = async () => {
    const { data } = await withProof(() =>
      askConsole('createOwnKey', {
        description: description.trim(),
        ...(rate === '' ? {} : { rate_per_minute: Number(rate) }),
      }),
    )
    give(data.key)
  }
  return (
    <Confirm
      title="Create an API key"
      action="Create the key"
      look="primary"
      isReady={isReady}
      work={create}
      close={close}
    >
      <TextField
        label="What it is for"
        value={description}
        change={setDescription}
        maxLength={200}
        required
        hint="As “indexer of the back office”. It is shown wherever the key is named."
      />
      {isAdmin ? (
        <TextField
          label="Requests a minute"
          value={rate}
          change={setRate}
          inputMode="numeric"
          hint="Leave it empty for the rate of the service."
          problem={isRateFine ? null : 'Give a whole number from 1 to 1,000,000.'}
        />
      ) : null}
      <p className="note">
        The key has your role. If you proved to be there more than five minutes ago, your passkey is
        asked again.
      </p>
    </Confirm>
  )
}
