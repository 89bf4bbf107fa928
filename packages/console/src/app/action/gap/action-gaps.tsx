import { useQuery } from '@tanstack/react-query'
import type { BuildPlace } from '../verify/build-place.ts'
import { treesQuery } from '../verify/trees-query.ts'
import styles from './gap.module.css'

/** Actions that the tree permits in part, each with the reason why it cannot be built. */
export function ActionGaps({ place }: { readonly place: BuildPlace }) {
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
