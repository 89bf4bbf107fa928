import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import part from '../part/part.module.css'
import { Empty } from '../part/state.tsx'
import { Badge } from '../part/verdict.tsx'
import styles from './action.module.css'
import { groupActions } from './action-group.ts'
import type { BuildPlace } from './verify/build-place.ts'
import { treesQuery } from './verify/trees-query.ts'

/** What the strategist may do, by protocol; what cannot be built stands at the end, with the reason. */
export function ActionList(props: {
  readonly place: BuildPlace
  readonly selected: string | null
  readonly select: (route: string) => void
}) {
  const { place, selected, select } = props
  const [query, setQuery] = useState('')
  const groups = groupActions(place.manifest, query)
  const count = Object.keys(place.manifest).length
  return (
    <div className={styles.what}>
      <div className={part.field}>
        <label htmlFor="action-search">Search {count} actions</label>
        <input
          id="action-search"
          type="search"
          className={part.input}
          value={query}
          placeholder="supply, WETH, aave"
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {groups.length === 0 ? (
        <Empty>
          {count === 0
            ? 'The tree permits no action that can be built.'
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
      <Gaps place={place} />
    </div>
  )
}

function Gaps({ place }: { readonly place: BuildPlace }) {
  const { manifest } = place
  const trees = useQuery(treesQuery(place))
  const file = trees.data?.file
  const gaps = useQuery({
    queryKey: ['action-gaps', place.root, place.vault, Object.keys(manifest).length],
    enabled: file !== undefined,
    queryFn: async () => (await import('./action-gap.ts')).gapsOf(file!, place, manifest),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (gaps.data === undefined || gaps.data.length === 0) return null
  return (
    <div className={styles.group}>
      <h3>Not complete</h3>
      <ul>
        {gaps.data.map(({ route, name, reason }) => (
          <li key={route} className={styles.gap}>
            <strong>{name}</strong> <code>{route}</code>
            <small>{reason}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
