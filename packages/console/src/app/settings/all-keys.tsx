import { useQuery } from '@tanstack/react-query'
import type { ApiKeyData } from '@vaultwright/wire'
import { useState } from 'react'
import { Empty, Loaded } from '../part/state.tsx'
import { sessionClient } from '../session/session-client.ts'
import { KeyTable } from './key-table.tsx'
import { activeKeysOf } from './key-text.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { SettingsPage } from './settings-page.tsx'

/** All API keys of the tenant, for an admin. */
export function AllKeys() {
  const client = sessionClient()
  const keys = useQuery({
    queryKey: ['all-keys'],
    queryFn: async () => {
      const [all, users] = await Promise.all([client.listKeys(), client.listUsers()])
      return {
        keys: all.data,
        owners: new Map(users.data.map(({ id, name }) => [id, name])),
      }
    },
  })
  const [revoked, setRevoked] = useState<ApiKeyData | null>(null)
  return (
    <SettingsPage
      title="All keys"
      lead={
        keys.data === undefined
          ? 'Every key of the tenant, by user.'
          : `${activeKeysOf(keys.data.keys)} active keys of ${keys.data.keys.length} in the tenant.`
      }
    >
      <Loaded query={keys} what="the keys" title="The keys cannot be read">
        {(data) =>
          data.keys.length === 0 ? (
            <Empty>The tenant has no key yet.</Empty>
          ) : (
            <KeyTable keys={data.keys} owners={data.owners} revoke={setRevoked} />
          )
        }
      </Loaded>
      {revoked === null ? null : (
        <RevokeDialog
          apiKey={revoked}
          revoke={async ({ id }) => {
            await client.revokeKey({ key_id: id })
            await keys.refetch()
          }}
          close={() => setRevoked(null)}
        />
      )}
    </SettingsPage>
  )
}
