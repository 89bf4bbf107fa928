import type { NameSource } from '@vaultwright/registry'
import styles from './band.module.css'
import { Icon, type IconName } from './icon.tsx'

const sources = {
  registry: ['registry', 'registry'],
  definition: ['definition', 'definition'],
  lock: ['definition', 'lock file'],
  'address book': ['people', 'address book'],
  chain: ['chain', 'chain'],
  service: ['service', 'service’s word'],
  tree: ['service', 'tree’s word'],
} as const satisfies { readonly [source in NameSource]: readonly [IconName, string] }

/** A small mark behind a name or an amount: where it comes from; none for what this page computed. */
export function Provenance({ source }: { readonly source: NameSource | null }) {
  if (source === null) return null
  const [icon, words] = sources[source]
  return (
    <span className={styles.prov} title={words}>
      <Icon name={icon} size={13} />
      <span className="hidden"> ({words})</span>
    </span>
  )
}

/** The meaning of the marks, at the end of a screen. */
export function ProvenanceLegend() {
  return (
    <p className={styles.legend}>
      <span>Names and amounts come from:</span>
      {(['registry', 'definition', 'chain', 'address book', 'service'] as const).map((source) => (
        <span key={source}>
          <span className={styles.prov}>
            <Icon name={sources[source][0]} size={13} />
          </span>
          {sources[source][1]}
        </span>
      ))}
    </p>
  )
}
