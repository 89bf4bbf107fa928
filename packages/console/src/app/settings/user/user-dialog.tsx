import { useState } from 'react'
import parts from '../../part/part.module.css'
import { Confirm } from '../confirm.tsx'
import styles from '../settings.module.css'
import { RoleField } from './role-field.tsx'
import type { Role } from './role-text.ts'

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
      <label className={parts.field}>
        <span className={parts.label}>Name</span>
        <input
          className={parts.input}
          value={name}
          maxLength={200}
          required
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <RoleField role={role} choose={setRole} />
      <p className={styles.soft}>The link that you get is good for one use and one hour.</p>
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
      <p className={styles.soft}>It holds at once, for sessions and keys of the user.</p>
    </Confirm>
  )
}
