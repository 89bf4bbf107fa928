import { useQuery } from '@tanstack/react-query'
import { Section } from '../../part/page.tsx'
import { Empty, Loaded } from '../../part/state.tsx'
import { momentText } from '../../part/text/moment-text.ts'
import { Badge, Verdict } from '../../part/verdict.tsx'
import { vaultQueries } from '../data/vault-data.ts'
import styles from './health.module.css'
import { healthLinesOf, statusOf } from './health-line.ts'

/** The progress of the vault's index, stated by the server. */
export function HealthSection(props: { readonly chain: string; readonly address: string }) {
  const index = useQuery(vaultQueries(props).index)
  const status = index.data === undefined ? null : statusOf(index.data.data, props)
  return (
    <Section title="Index">
      <Loaded
        query={index}
        what="the status of the index"
        title="The status of the index cannot be read"
      >
        {() =>
          status === null ? (
            <Empty>The index does not follow this vault: it may be retired.</Empty>
          ) : (
            <>
              <p>
                {status.is_current ? (
                  <Badge>current</Badge>
                ) : (
                  <Badge tone="look">not current</Badge>
                )}{' '}
                <Badge>stated by the server</Badge>
              </p>
              <dl className={`sheet ${styles.lines}`}>
                {healthLinesOf(status).map(({ name, text, isOpen }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{isOpen ? <Badge tone="look">{text}</Badge> : text}</dd>
                  </div>
                ))}
              </dl>
              {status.failures.map(({ kind, day, state, message, code, last_at }) => (
                <Verdict
                  key={`${kind}${day}${code}`}
                  tone="look"
                  title={`${kind}${day === null ? '' : ` of ${day}`}: ${state === 'parked' ? 'given up' : 'tried again'}`}
                >
                  <p className="wrap">
                    {message} [{code}, {momentText(last_at)}]
                  </p>
                </Verdict>
              ))}
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
