import { useQuery } from '@tanstack/react-query'
import type { UserAccessData } from '@vaultwright/wire'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { InOrder } from '../../part/page.tsx'
import { Loaded } from '../../part/state.tsx'
import { askConsole } from '../../session/console-api.ts'
import { withProof } from '../../session/prove.ts'
import { sessionClient } from '../../session/session-client.ts'
import { type Secret, SecretDialog } from '../secret-dialog.tsx'
import { SettingsPage } from '../settings-page.tsx'
import { ReviewRule } from './review-rule.tsx'
import { type UserAction, UserActionDialog } from './user-action.tsx'
import { NewUserDialog } from './user-dialog.tsx'
import { UserTable } from './user-table.tsx'

/** The users of the tenant, for an admin. */
export function UserScreen() {
  const users = useQuery({ queryKey: ['users'], queryFn: () => askConsole('listUserAccess', {}) })
  const [action, setAction] = useState<UserAction | null>(null)
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<Secret | null>(null)
  const invite = async (user: Pick<UserAccessData, 'id' | 'name'>) => {
    const { data } = await withProof(() => askConsole('inviteUser', { user_id: user.id }))
    setSecret({
      title: `Invitation of ${user.name}`,
      note: `Give it to ${user.name} alone: who opens it registers a passkey for this user. It works once, until ${data.expires_at.slice(0, 16).replace('T', ' ')} UTC.`,
      text: data.link,
      fileName: 'vaultwright-invitation.txt',
      command: null,
    })
    await users.refetch()
  }
  return (
    <SettingsPage
      title="Users"
      lead="Who may sign in, and what each may do."
      actions={
        <Button look="primary" onClick={() => setMaking(true)}>
          Create and invite
        </Button>
      }
    >
      <InOrder>
        <Loaded query={users} what="the users" title="The users cannot be read">
          {(data) => <UserTable users={data.data} act={setAction} />}
        </Loaded>
        <ReviewRule />
      </InOrder>
      {isMaking ? (
        <NewUserDialog
          create={async (name, role) => {
            const { data } = await sessionClient().createUser({ name, role })
            await users.refetch()
            await invite(data)
          }}
          close={() => setMaking(false)}
        />
      ) : null}
      {action === null ? null : (
        <UserActionDialog
          action={action}
          invite={invite}
          done={() => users.refetch()}
          close={() => setAction(null)}
        />
      )}
      {secret === null ? null : <SecretDialog secret={secret} close={() => setSecret(null)} />}
    </SettingsPage>
  )
}
