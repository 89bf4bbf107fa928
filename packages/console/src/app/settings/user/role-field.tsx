import parts from '../../part/part.module.css'
import { type Role, roles, roleTexts } from './role-text.ts'

/** Chooses a role, and says what it may do. */
export function RoleField(props: { readonly role: Role; readonly choose: (role: Role) => void }) {
  const { role, choose } = props
  return (
    <div className={parts.field}>
      <label htmlFor="role">Role</label>
      <select
        id="role"
        className={parts.input}
        value={role}
        onChange={(event) => choose(event.target.value as Role)}
      >
        {roles.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <ul>
        {roles.slice(0, roles.indexOf(role) + 1).map((name) => (
          <li key={name}>
            <small>
              {name}: {roleTexts[name]}
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}
