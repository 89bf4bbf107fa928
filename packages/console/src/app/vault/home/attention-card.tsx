import { Link } from '@tanstack/react-router'
import type { VaultAddress } from '@vaultwright/check'
import type { ReactNode } from 'react'
import { Icon } from '../../part/band/icon.tsx'
import part from '../../part/part.module.css'
import { Loading } from '../../part/state.tsx'
import { Badge } from '../../part/verdict.tsx'
import type { AttentionItem, AttentionLink } from './attention.ts'
import type { Attention } from './use-attention.ts'
import styles from './vault.module.css'

/** A list of everything to look at, the worst first; each line leads to where. */
export function AttentionCard(
  props: Attention & {
    readonly where: VaultAddress
    /** The parts that were looked at. */
    readonly looksAt: string
  },
) {
  const { items, isReading, where, looksAt } = props
  const bad = items.filter(({ tone }) => tone === 'bad').length
  return (
    <section className={`sheet ${part.card} ${styles.attention}`} aria-label="Needs attention">
      <header className={part.sectionHead}>
        <h2>Needs attention</h2>
        <span>
          {bad === 0 || isReading ? null : <Badge tone="bad">{bad}</Badge>}
          {items.length === bad || isReading ? null : (
            <Badge tone="look">{items.length - bad}</Badge>
          )}
        </span>
      </header>
      {isReading ? (
        // All lines appear at once: a late line would move the others under the pointer.
        <Loading what="what needs attention" lines={6} />
      ) : items.length === 0 ? (
        <p className="note">Nothing in {looksAt}.</p>
      ) : (
        <ul>
          {items.map((item) => (
            <li key={item.title + item.text} data-tone={item.tone}>
              <Way link={item.link} where={where}>
                <Line item={item} />
              </Way>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ item: { tone, title, text } }: { readonly item: AttentionItem }) {
  return (
    <>
      <Icon name={tone === 'bad' ? 'no' : 'look'} />
      <span>
        <b>{title}</b>
        <span className={styles.attentionText}>{text}</span>
      </span>
      <Icon name="next" size={14} />
    </>
  )
}

function Way(props: {
  readonly link: AttentionLink
  readonly where: VaultAddress
  readonly children: ReactNode
}) {
  const { link, where, children } = props
  if (link.kind === 'diff')
    return (
      <Link
        to="/trees/$root/diff/$other"
        params={{ root: link.older, other: link.newer }}
        search={where}
      >
        {children}
      </Link>
    )
  if (link.kind === 'risk')
    return (
      <Link
        to={link.isPending ? '/trees/$root/pending' : '/trees/$root'}
        params={{ root: link.root }}
        search={{ tab: 'risk' }}
      >
        {children}
      </Link>
    )
  return (
    <Link to="/vaults/$chain/$address/$tab" params={{ ...where, tab: link.tab }} search={{}}>
      {children}
    </Link>
  )
}
