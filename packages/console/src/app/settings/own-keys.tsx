import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiKeyData } from '@vaultwright/wire'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { Empty, Loaded } from '../part/state.tsx'
import { askConsole } from '../session/console-api.ts'
import { useSession } from '../session/session.ts'
import { KeyTable } from './key-table.tsx'
import { activeKeysOf, curlOf } from './key-text.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SettingsPage } from './settings-page.tsx'

const queryKey = ['own-keys']

/** The API keys of the user. */
export function OwnKeys() {
  const queries = useQueryClient()
  const role = useSession()?.user.role
  const keys = useQuery({ queryKey, queryFn: () => askConsole('listOwnKeys', {}) })
  const [isMaking, setMaking] = useState(false)
  const [created, setMade] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<ApiKeyData | null>(null)
  const active = keys.data === undefined ? 0 : activeKeysOf(keys.data.data)
  const isFull = keys.data !== undefined && active >= keys.data.most_active
  return (
    <SettingsPage
      title="API keys"
      lead={
        keys.data === undefined
          ? 'Keys for programs, with your role.'
          : `${active} of ${keys.data.most_active} active. A key has your role${role === undefined ? '' : `, ${role}`}.`
      }
      actions={
        <Button look="primary" disabled={isFull} onClick={() => setMaking(true)}>
          Create a key
        </Button>
      }
    >
      {isFull ? <p>All keys that you may have are active. Revoke one to create another.</p> : null}
      <Loaded query={keys} what="your keys" title="The keys cannot be read">
        {(data) =>
          data.data.length === 0 ? (
            <Empty>You have no key yet. Create one for each program that asks the service.</Empty>
          ) : (
            <KeyTable keys={data.data} owners={null} revoke={setRevoked} />
          )
        }
      </Loaded>
      {isMaking ? (
        <NewKeyDialog
          isAdmin={role === 'admin'}
          give={(key) => {
            setMade(key)
            setMaking(false)
            void queries.invalidateQueries({ queryKey })
          }}
          close={() => setMaking(false)}
        />
      ) : null}
      {created === null ? null : (
        <SecretDialog
          secret={{
            title: 'Your new key',
            note: 'It is shown this once. If you lose it, create another and revoke this one.',
            text: created,
            fileName: 'vaultwright-key.txt',
            command: curlOf(created, location.origin),
          }}
          close={() => setMade(null)}
        />
      )}
      {revoked === null ? null : (
        <RevokeDialog
          apiKey={revoked}
          revoke={async ({ id }) => {
            await askConsole('revokeOwnKey', { key_id: id })
            await queries.invalidateQueries({ queryKey })
          }}
          close={() => setRevoked(null)}
        />
      )}
    </SettingsPage>
  )
}
