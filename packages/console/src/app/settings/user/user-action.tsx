import type { UserAccessData } from '@vaultwright/wire'
import { askConsole } from '../../session/console-api.ts'
import { withProof } from '../../session/prove.ts'
import { sessionClient } from '../../session/session-client.ts'
import { Confirm } from '../confirm.tsx'
import { stopText } from './role-text.ts'
import { RoleDialog } from './user-dialog.tsx'

/** The act of an admin on a user. */
export type UserAction = {
  readonly kind: 'role' | 'invite' | 'deactivate' | 'activate'
  readonly user: UserAccessData
}

/** Says what comes of an act before it is done. */
export function UserActionDialog(props: {
  readonly action: UserAction
  readonly invite: (user: UserAccessData) => Promise<void>
  readonly done: () => Promise<unknown>
  readonly close: () => void
}) {
  const { action, invite, done, close } = props
  const { kind, user } = action
  const common = { isReady: true, close }
  if (kind === 'role')
    return (
      <RoleDialog
        name={user.name}
        role={user.role}
        change={async (role) => {
          await withProof(() => askConsole('setUserRole', { user_id: user.id, role }))
          await done()
        }}
        close={close}
      />
    )
  if (kind === 'invite')
    return (
      <Confirm
        {...common}
        title={`Invite ${user.name}`}
        action="Make the link"
        look="primary"
        work={() => invite(user)}
      >
        <p>
          The link replaces {user.passkeys === 0 ? 'no passkey' : 'every passkey of the user'} when
          it is used, and ends the sessions that there are then. Links that were made before stop
          working now.
        </p>
      </Confirm>
    )
  if (kind === 'activate')
    return (
      <Confirm
        {...common}
        title={`Activate ${user.name}`}
        action="Activate"
        look="primary"
        work={async () => {
          await withProof(() => askConsole('activateUser', { user_id: user.id }))
          await done()
        }}
      >
        <p>Passkeys and keys of the user authenticate again. Sessions stay ended.</p>
      </Confirm>
    )
  return (
    <Confirm
      {...common}
      title={`Deactivate ${user.name}`}
      action="Deactivate"
      look="danger"
      work={async () => {
        await withProof(() => sessionClient().deactivateUser({ user_id: user.id }))
        await done()
      }}
    >
      <p>{stopText(user.active_keys, user.sessions)}</p>
    </Confirm>
  )
}
