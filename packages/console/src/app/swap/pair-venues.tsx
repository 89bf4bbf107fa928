import { Link } from '@tanstack/react-router'
import type { SwapPairData } from '@vaultwright/wire'
import { Hash } from '../part/hash.tsx'
import { Table } from '../part/table.tsx'
import { Badge, type Tone, Verdict } from '../part/verdict.tsx'
import { PermittingLeaf } from './part/permitting-leaf.tsx'
import styles from './part/swap.module.css'
import { plainWords } from './text/amount.ts'

type VenueRow = SwapPairData['venues'][number]

const states: Readonly<Record<VenueRow['state'], readonly [tone: Tone, text: string]>> = {
  ready: ['good', 'ready'],
  needs_calldata: ['look', 'needs calldata'],
  approval_missing: ['bad', 'approval missing'],
  recipient_not_vault: ['bad', 'pays another account'],
  token_unknown: ['look', 'token not known'],
  not_permitted: ['bad', 'not permitted'],
}

const kinds = {
  exchange: 'exchange',
  conversion: 'conversion at its own rate',
  aggregator: 'aggregator',
} as const

/** The venues of a pair: their state, their leaves, and what the leaves leave free. */
export function PairVenues(props: {
  readonly pair: SwapPairData
  readonly root: string
  readonly leafCount: number
}) {
  const { pair, ...tree } = props
  // What a third party has to make comes last, and folded: nothing is quoted of it without that.
  const folded = pair.venues.filter(({ state }) => state === 'needs_calldata')
  const venues = pair.venues.filter((venue) => !folded.includes(venue))
  return (
    <>
      {venues.length === 0 ? null : <VenueTable name="Venues" venues={venues} {...tree} />}
      {folded.length === 0 ? null : (
        <details>
          <summary>
            {folded.length} {folded.length === 1 ? 'venue needs' : 'venues need'} calldata that a
            third party makes
          </summary>
          <VenueTable name="Venues that need calldata" venues={folded} {...tree} />
        </details>
      )}
      <OrderState order={pair.limit_order} />
    </>
  )
}

function VenueTable(props: {
  readonly name: string
  readonly venues: readonly VenueRow[]
  readonly root: string
  readonly leafCount: number
}) {
  const { name, venues, root, leafCount } = props
  return (
    <Table name={name} head={['Venue', 'State', 'Leaves', 'What the leaf leaves free']}>
      {venues.map((venue) => (
        <tr key={`${venue.route} ${venue.leaves[0]?.leaf_index}`}>
          <th scope="row">
            <strong>{venue.venue}</strong>
            <div className="note">{kinds[venue.kind]}</div>
            <code className={styles.small}>{venue.route}</code>
            {venue.actor === 'vault' ? null : (
              <div className="note">
                by the drone <Hash value={venue.actor} short />
              </div>
            )}
          </th>
          <td className={styles.state}>
            <Badge tone={states[venue.state][0]}>{states[venue.state][1]}</Badge>
            {venue.why === null ? null : <div className="note">{plainWords(venue.why)}</div>}
          </td>
          <td>
            {venue.leaves.map(({ leaf_index, approval }) => (
              <div key={leaf_index}>
                <SlotLink root={root} slot={leaf_index} leafCount={leafCount} />
                {approval === null ? null : (
                  <span className="note">
                    {' '}
                    approval <SlotLink root={root} slot={approval} leafCount={leafCount} />
                  </span>
                )}
              </div>
            ))}
          </td>
          <td>
            <details>
              <summary>{venue.free.map(({ field }) => field).join(', ') || 'nothing'}</summary>
              <dl className={styles.free}>
                {venue.free.map(({ field, why: reason }) => (
                  <div key={field}>
                    <dt>{field}</dt>
                    <dd>{reason}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** A slot of the tree that this page rebuilt; one that the tree does not have is said. */
function SlotLink(props: {
  readonly root: string
  readonly slot: number
  readonly leafCount: number
}) {
  const { root, slot, leafCount } = props
  if (slot >= leafCount) return <Badge tone="bad">no slot {slot}</Badge>
  return (
    <Link to="/trees/$root" params={{ root }} search={{ slot }}>
      #{slot}
    </Link>
  )
}

function OrderState({ order }: { readonly order: SwapPairData['limit_order'] }) {
  if (order.state === 'ready')
    return <p className="note">Limit orders of this pair are permitted.</p>
  const leaf = order.leaf_that_would_permit
  return (
    <Verdict tone="look" title="Limit orders of this pair are not permitted">
      <p>{order.why}</p>
      {leaf === null ? null : <PermittingLeaf leaf={leaf} />}
    </Verdict>
  )
}
