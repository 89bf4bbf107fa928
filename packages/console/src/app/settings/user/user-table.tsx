import type { UserAccessData } from '@vaultwright/wire'
import { Button } from '../../part/button.tsx'
import { Table } from '../../part/table.tsx'
import { Badge } from '../../part/verdict.tsx'
import { timeOr } from '../key-text.ts'
import styles from '../settings.module.css'
import type { UserAction } from './user-action.tsx'

const head = ['Name', 'Role', 'State', 'Passkeys', 'Active keys', 'Last seen', 'Actions']

/** Users with what gets them in, and what an admin may do with each. */
export function UserTable(props: {
  readonly users: readonly UserAccessData[]
  readonly act: (action: UserAction) => void
}) {
  const { users, act } = props
  const actions = (user: UserAccessData): readonly (readonly [UserAction['kind'], string])[] =>
    user.active
      ? [
          ['role', 'Role'],
          ['invite', 'Invite'],
          ['deactivate', 'Deactivate'],
        ]
      : [['activate', 'Activate']]
  return (
    <Table name="Users" head={head}>
      {users.map((user) => (
        <tr key={user.id}>
          <th scope="row" className="wrap">
            {user.name}
          </th>
          <td>{user.role}</td>
          <td>{user.active ? <Badge tone="good">active</Badge> : <Badge>deactivated</Badge>}</td>
          <td>{user.passkeys === 0 ? 'none' : user.passkeys}</td>
          <td>{user.active_keys === 0 ? 'none' : user.active_keys}</td>
          <td>{timeOr(user.last_seen_at, 'never, or signed out')}</td>
          <td>
            <span className={styles.rowButtons}>
              {actions(user).map(([kind, word]) => (
                <Button
                  key={kind}
                  {...(kind === 'deactivate' ? { look: 'danger' as const } : {})}
                  onClick={() => act({ kind, user })}
                >
                  {word}
                  <span className="hidden"> {user.name}</span>
                </Button>
              ))}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  )
}
