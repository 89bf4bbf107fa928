import { useState } from 'react'
import { SelectField, TextField } from '../../part/text/field.tsx'
import { Confirm } from '../confirm.tsx'
import { type Role, roles, roleTexts } from './role-text.ts'

/** Asks for a name and a role. */
export function NewUserDialog(props: {
  readonly create: (name: string, role: Role) => Promise<unknown>
  readonly close: () => void
}) {
  const { create, close } = props
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  return (
    <Confirm
      title="Create and invite a user"
      action="Create and invite"
      look="primary"
      isReady={name.trim() !== ''}
      work={() => create(name.trim(), role)}
      close={close}
    >
      <TextField label="Name" value={name} change={setName} maxLength={200} required />
      <RoleField role={role} choose={setRole} />
      <p className="note">The link that you get is good for one use and one hour.</p>
    </Confirm>
  )
}

/** Asks for another role. */
export function RoleDialog(props: {
  readonly name: string
  readonly role: Role
  readonly change: (role: Role) => Promise<unknown>
  readonly close: () => void
}) {
  const { name, role, change, close } = props
  const [next, setNext] = useState<Role>(role)
  return (
    <Confirm
      title={`Role of ${name}`}
      action="Change the role"
      look="primary"
      isReady={next !== role}
      work={() => change(next)}
      close={close}
    >
      <RoleField role={next} choose={setNext} />
      <p className="note">It holds at once, for sessions and keys of the user.</p>
    </Confirm>
  )
}

/** Chooses a role, and says what it may do. */
function RoleField({
  role,
  choose,
}: {
  readonly role: Role
  readonly choose: (role: Role) => void
}) {
  return (
    <div>
      <SelectField
        label="Role"
        value={role}
        change={(name) => choose(name as Role)}
        options={roles.map((name) => [name, name])}
      />
      <ul>
        {roles.slice(0, roles.indexOf(role) + 1).map((name) => (
          <li key={name} className="note">
            {name}: {roleTexts[name]}
          </li>
        ))}
      </ul>
    </div>
  )
}
