import type { ManifestResponse } from '@vaultwright/wire'
import { type ReactNode, useState } from 'react'
import { Empty } from '../part/state.tsx'
import { TextField } from '../part/text/field.tsx'
import { Badge } from '../part/verdict.tsx'
import styles from './action.module.css'
import { groupActions } from './action-group.ts'

/** The actions of the strategist, by protocol; those that cannot be built stand at the end, with the reason. */
export function ActionList(props: {
  readonly manifest: ManifestResponse
  readonly selected: string | null
  readonly select: (route: string) => void
  /** The reason where nothing can be built. */
  readonly whyEmpty: string
  /** Stands behind the actions. */
  readonly children?: ReactNode
}) {
  const { manifest, selected, select, whyEmpty, children } = props
  const [query, setQuery] = useState('')
  const groups = groupActions(manifest, query)
  const count = Object.keys(manifest).length
  return (
    <div className={styles.what}>
      <TextField
        label={`Search ${count} actions`}
        type="search"
        value={query}
        placeholder="supply, WETH, aave"
        change={setQuery}
      />
      {groups.length === 0 ? (
        <Empty>
          {count === 0
            ? whyEmpty
            : `No action has the words "${query}". Clear the search to see all ${count}.`}
        </Empty>
      ) : null}
      {groups.map(({ protocol, title, actions }) => (
        <div key={protocol} className={styles.group}>
          <h3>{title}</h3>
          <ul>
            {actions.map(({ route, action }) => (
              <li key={route}>
                <button
                  type="button"
                  className={styles.action}
                  aria-pressed={route === selected}
                  onClick={() => select(route)}
                >
                  <span>
                    <strong>{action.name}</strong>{' '}
                    {action.is_possible === true ? (
                      <Badge tone="look">perhaps another protocol</Badge>
                    ) : null}
                  </span>
                  <small>{action.description}</small>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {children}
    </div>
  )
}
