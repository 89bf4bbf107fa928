import type { ApiKeyData } from '@vaultwright/wire'
import { useState } from 'react'
import { TextField } from '../part/text/field.tsx'
import { Confirm } from './confirm.tsx'
import { keyText, needsLastFour, timeOr } from './key-text.ts'

/** Names a key and its last use before it is revoked. */
export function RevokeDialog(props: {
  readonly apiKey: ApiKeyData
  readonly revoke: (key: ApiKeyData) => Promise<unknown>
  readonly close: () => void
}) {
  const { apiKey, revoke, close } = props
  const [text, setText] = useState('')
  const [mustName] = useState(() => needsLastFour(apiKey, Date.now()))
  return (
    <Confirm
      title="Revoke this key"
      action="Revoke the key"
      look="danger"
      isReady={!mustName || text === apiKey.last_four}
      work={() => revoke(apiKey)}
      close={close}
    >
      <p>
        <strong>
          {apiKey.description === '' ? 'A key without description' : apiKey.description}
        </strong>
        , <code>{keyText(apiKey)}</code>, last used {timeOr(apiKey.last_used_at, 'never')}. It stops
        authenticating at once and cannot be brought back.
      </p>
      {mustName ? (
        <TextField
          label="Last four characters of the key"
          value={text}
          change={setText}
          hint="It was used within a day: something may depend on it."
        />
      ) : null}
    </Confirm>
  )
}
