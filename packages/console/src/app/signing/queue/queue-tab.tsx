import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { VaultAddress } from '@vaultwright/check'
import { weightWords } from '../../part/band/answer-word.ts'
import { Icon } from '../../part/band/icon.tsx'
import { ProvenanceLegend } from '../../part/band/provenance.tsx'
import { Sentence, shortAccount } from '../../part/band/sentence.tsx'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Empty, Loaded } from '../../part/state.tsx'
import { agoText } from '../../part/text/moment-text.ts'
import { Verdict } from '../../part/verdict.tsx'
import { vaultSafesQuery } from '../../vault/data/vault-safes.ts'
import { rivalCountOf, signersText, stateText } from './entry-text.ts'
import type { OpenEntry, OpenQueue } from './open-queue.ts'
import styles from './queue.module.css'
import { type SafeOfVault, safeQueueQuery } from './queue-data.ts'

/** The transactions that wait in the queues of the Safes that are strategists. */
export function QueueTab({ chain, address }: VaultAddress) {
  const safes = useQuery(vaultSafesQuery({ chain, address }))
  return (
    <>
      <Loaded query={safes} what="the Safes" title="The Safes cannot be read" lines={8}>
        {(list) =>
          list.length === 0 ? (
            <Empty>
              No strategist of the vault is a Safe. A plain account sends what is built for it
              itself.
            </Empty>
          ) : (
            list.map(({ name, account }) => (
              <SafeQueue
                key={account.safe_address}
                name={name}
                place={{ chain, address, safe: account.safe_address }}
              />
            ))
          )
        }
      </Loaded>
      <ProvenanceLegend />
    </>
  )
}

function SafeQueue({ name, place }: { readonly name: string; readonly place: SafeOfVault }) {
  const queue = useQuery(safeQueueQuery(place))
  return (
    <Section title={`Queue of ${name}`}>
      <Loaded query={queue} what="the queue" title="The queue cannot be read" lines={6}>
        {(data) => (
          <>
            <SafeLine queue={data} />
            <Findings queue={data} />
            {data.entries.length === 0 ? (
              <Empty>Nothing waits. Build a batch, and propose it to the Safe.</Empty>
            ) : (
              <ol className={styles.list} aria-label={`Transactions that wait for ${name}`}>
                {data.entries.map((entry) => (
                  <li key={`${entry.verified.hash} ${entry.verified.entry.statedHash}`}>
                    <EntryCard entry={entry} queue={data} place={place} />
                  </li>
                ))}
              </ol>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** The Safe in one line, and what its account rests on. */
function SafeLine({ queue }: { readonly queue: OpenQueue }) {
  const { account, unprovenBecause } = queue.safe
  const { safe, threshold, owners, nonce, blockNumber } = account
  return (
    <p>
      <Hash value={safe} short /> {threshold} of {owners.length} owners sign, next nonce{' '}
      {String(nonce)}, block {String(blockNumber)}
      {unprovenBecause === null ? ', proven by storage.' : `, not proven: ${unprovenBecause}.`}
      {queue.listings.map(({ service, read_at, failure }) => (
        <span key={service}>
          {' '}
          The {service} was read {agoText(read_at, Date.now())}
          {failure === null ? '.' : `, and does not answer since: ${failure}`}
        </span>
      ))}
    </p>
  )
}

function Findings({ queue }: { readonly queue: OpenQueue }) {
  const list = queue.findings.filter(({ weight }) => weight !== 'note')
  return list.map(({ code, weight, message }) => (
    <Verdict key={code + message} tone={weight === 'no' ? 'bad' : 'look'} title={message} />
  ))
}

const words = { yes: 'Yes', conditional: 'Yes, if', no: 'No', open: 'Open' } as const
const icons = { yes: 'yes', conditional: 'look', no: 'no', open: 'open' } as const

/** An entry: the answer, what it does, who signed, and what it waits for. */
function EntryCard(props: {
  readonly entry: OpenEntry
  readonly queue: OpenQueue
  readonly place: SafeOfVault
}) {
  const { entry, queue, place } = props
  const { verdict, lines } = entry.answer
  const { hash } = entry.verified
  const { nonce } = entry.verified.entry.transaction
  const [first] = verdict.reasons
  const rivals = rivalCountOf(entry, queue)
  const [line = 'No call that can be read', ...furtherLines] = lines
  return (
    <article className={styles.entry} data-verdict={verdict.answer} data-testid="queue-entry">
      <p className={styles.word}>
        <strong>
          <Icon name={icons[verdict.answer]} size={20} />
          {words[verdict.answer]}
        </strong>
        <span>nonce {String(nonce)}</span>
      </p>
      <div className={styles.what}>
        <h3>
          <Link
            to="/vaults/$chain/$address/queue/$safe/$hash"
            params={{ chain: place.chain, address: place.address, safe: place.safe, hash }}
          >
            <Sentence text={line} />
          </Link>
        </h3>
        {furtherLines.slice(0, 2).map((text) => (
          <p key={text}>
            <Sentence text={text} />
          </p>
        ))}
        {first === undefined || first.weight === 'note' ? null : (
          <p className={first.weight === 'no' ? styles.bad : styles.look}>
            {first.weight === 'condition' ? `${weightWords.condition} ` : ''}
            {first.message.replace(/0x[0-9a-fA-F]{40,}/g, shortAccount)}
          </p>
        )}
        {entry.state === 'dead' ? (
          <p>
            <Link
              to="/vaults/$chain/$address/queue/$safe/$hash"
              params={{ chain: place.chain, address: place.address, safe: place.safe, hash }}
            >
              Receipt: what it did
            </Link>
          </p>
        ) : null}
        {rivals === 0 ? null : (
          <p className={styles.look}>
            {rivals + 1} transactions have the nonce {String(nonce)}: only one of them can run.
          </p>
        )}
      </div>
      <p className={styles.state}>
        <strong>{signersText(entry, queue)}</strong>
        <span>{stateText(entry, queue)}</span>
        {entry.served?.first_seen_at == null ? null : (
          <span>seen {agoText(entry.served.first_seen_at, Date.now())}</span>
        )}
      </p>
    </article>
  )
}
