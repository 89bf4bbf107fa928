import { type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { HashedPacket, Packet, PacketVerdict } from '@vaultwright/packet'
import { type ReactNode, useState } from 'react'
import { shortAccount } from '../part/band/sentence.tsx'
import { CopyButton, Hash } from '../part/hash.tsx'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'
import { Verdict } from '../part/verdict.tsx'
import facts from '../style/fact.module.css'
import styles from './signing.module.css'
import { groupsOfFour, safeVersions, type WalletForm, type WalletReading } from './wallet-form.ts'

/** The hashes that the signer ticked, as they were then. */
export type HashTicks = {
  readonly domain: Hex | null
  readonly message: Hex | null
  readonly transaction: Hex | null
  /** The device shows another hash. */
  readonly isOther: boolean
}

export const noTicks: HashTicks = { domain: null, message: null, transaction: null, isOther: false }

/** The hashes that the own wallet must show, to be compared by eye. */
export function WalletSection(props: {
  readonly packet: Packet
  readonly form: WalletForm
  readonly setForm: (form: WalletForm) => void
  readonly wallet: WalletReading
  readonly verdict: PacketVerdict
  readonly ticks: HashTicks
  readonly setTicks: (ticks: HashTicks) => void
}) {
  const { packet, form, setForm, wallet, verdict, ticks, setTicks } = props
  const { hashed } = verdict
  const set = (changes: Partial<WalletForm>) => setForm({ ...form, ...changes })
  const isBare = packet.call.data !== '0x' && packet.call.to === null
  const isRejected = verdict.answer === 'no'
  // Fields that the signer fills stay open while they are filled.
  const [isOpen] = useState(!hashed.ok)
  return (
    <Section
      title={isRejected ? 'If your device shows these, reject there' : 'Compare with your device'}
    >
      <div className={`${parts.card} ${styles.compare}`}>
        {hashed.ok ? (
          <Hashes hashed={hashed} ticks={ticks} setTicks={setTicks} />
        ) : (
          <Verdict tone={hashed.problem === null ? 'look' : 'bad'} title="No hashes yet">
            <p>
              {hashed.problem?.shortMessage ??
                `Not known: ${hashed.missing.join(', ')}. Give what is missing, and the hashes appear.`}
            </p>
          </Verdict>
        )}
        <details className={facts.more} open={isOpen}>
          <summary>{walletText(form)}</summary>
          <div className={styles.fields}>
            <Field
              name="safe"
              label="Safe"
              value={form.safe}
              set={(safe) => set({ safe })}
              wallet={wallet}
              isWide
            />
            <Field
              name="chainId"
              label="Chain id"
              value={form.chainId}
              set={(chainId) => set({ chainId })}
              wallet={wallet}
            />
            <VersionField
              label="Version of the Safe"
              id="wallet-version"
              value={form.version}
              set={(version) => set({ version })}
            />
            <Field
              name="nonce"
              label="Nonce"
              value={form.nonce}
              set={(nonce) => set({ nonce })}
              wallet={wallet}
            />
            {isBare ? (
              <Field
                name="to"
                label="Account that is called"
                value={form.to}
                set={(to) => set({ to })}
                wallet={wallet}
                isWide
              />
            ) : null}
          </div>
          <details className={facts.more}>
            <summary>The Safe is owned by another Safe, and I sign for that one</summary>
            <div className={styles.fields}>
              <Field
                name="outer.safe"
                label="Outer Safe"
                value={form.outer.safe}
                set={(safe) => set({ outer: { ...form.outer, safe } })}
                wallet={wallet}
                isWide
              />
              <VersionField
                label="Version of the outer Safe"
                id="outer-version"
                value={form.outer.version}
                set={(version) => set({ outer: { ...form.outer, version } })}
              />
              <Field
                name="outer.nonce"
                label="Nonce of the outer Safe"
                value={form.outer.nonce}
                set={(nonce) => set({ outer: { ...form.outer, nonce } })}
                wallet={wallet}
              />
            </div>
          </details>
        </details>
        {hashed.ok ? (
          <details className={facts.more} open={isUnusual(hashed)}>
            <summary>What the Safe signs, field by field</summary>
            <Terms hashed={hashed} />
          </details>
        ) : null}
      </div>
    </Section>
  )
}

/** The wallet in one line, before it is opened to be changed. */
function walletText({ safe, chainId, version, nonce }: WalletForm): string {
  const parts = [
    `Safe ${safe === '' ? 'not known' : shortAccount(safe)}`,
    version === '' ? 'version not known' : `version ${version}`,
    `chain ${chainId === '' ? 'not known' : chainId}`,
    `nonce ${nonce === '' ? 'not known' : nonce}`,
  ]
  return parts.join(', ')
}

/** True if a field that decides is not as in most transactions. */
function isUnusual({ transaction, packetNonce }: HashedPacket): boolean {
  const { operation, value, nonce } = transaction
  const isOtherNonce = packetNonce !== null && packetNonce !== nonce
  return operation === 'delegatecall' || value > 0n || isOtherNonce || isRefunded(transaction)
}

function isRefunded({ gasPrice, gasToken, refundReceiver }: HashedPacket['transaction']): boolean {
  const accounts = [gasToken, refundReceiver]
  return gasPrice > 0n || accounts.some((account) => !isSameAddress(account, zeroAddress))
}

function Field(props: {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly set: (value: string) => void
  readonly wallet: WalletReading
  readonly isWide?: boolean
}) {
  const { name, label, value, set, wallet, isWide = false } = props
  const problem = wallet.problems[name]
  const id = `wallet-${name.replace('.', '-')}`
  return (
    <div className={`${parts.field} ${isWide ? styles.wideField : ''}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`${parts.input} mono`}
        value={value}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => set(event.target.value)}
      />
      {problem === undefined ? null : (
        <small id={`${id}-problem`} className={styles.problem}>
          {problem}
        </small>
      )}
    </div>
  )
}

function VersionField(props: {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly set: (value: string) => void
}) {
  const { id, label, value, set } = props
  return (
    <div className={parts.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={parts.input}
        value={value}
        onChange={(event) => set(event.target.value)}
      >
        <option value="">not known</option>
        {safeVersions.map((version) => (
          <option key={version} value={version}>
            {version}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The fields that decide, each of its own; large where they are not ordinary. */
function Terms({ hashed }: { readonly hashed: HashedPacket }) {
  const { transaction, packetNonce } = hashed
  const { gasPrice, gasToken, refundReceiver } = transaction
  const isDelegate = transaction.operation === 'delegatecall'
  return (
    <dl className={facts.terms}>
      <dt>To</dt>
      <dd>
        <Hash value={transaction.to} />
      </dd>
      <dt>Operation</dt>
      <dd className={isDelegate ? styles.unusual : ''}>
        {isDelegate ? '1 · DELEGATE CALL: runs foreign code as the Safe' : '0 · call'}
      </dd>
      <dt>Value</dt>
      <dd className={transaction.value > 0n ? styles.unusual : ''}>
        {String(transaction.value)} wei
      </dd>
      <dt>Nonce</dt>
      <dd
        className={packetNonce !== null && packetNonce !== transaction.nonce ? styles.unusual : ''}
      >
        {String(transaction.nonce)}
        {packetNonce === null ? ' · yours: the packet has none' : null}
        {packetNonce !== null && packetNonce !== transaction.nonce
          ? ` · the packet has ${packetNonce}`
          : null}
      </dd>
      <dt>Gas refund</dt>
      <dd className={isRefunded(transaction) ? styles.unusual : ''}>
        {isRefunded(transaction)
          ? `price ${gasPrice}, token ${gasToken}, receiver ${refundReceiver}: the Safe pays`
          : 'none: price, token and receiver are zero'}
      </dd>
    </dl>
  )
}

function Hashes(props: {
  readonly hashed: HashedPacket
  readonly ticks: HashTicks
  readonly setTicks: (ticks: HashTicks) => void
}) {
  const { hashed, ticks, setTicks } = props
  const { shown, approvals } = hashed
  const isCompared = ticks.transaction === shown.transaction
  // The safeTxHash is made of the two others: who compared these compared it, and the other way round.
  const compare = (isChecked: boolean) =>
    setTicks({ ...(isChecked ? shown : noTicks), isOther: ticks.isOther })
  return (
    <>
      {approvals.map(({ safe, hashes }) => (
        <Verdict key={safe} tone="look" title="You sign an approval, not the transaction itself">
          <p>
            The outer Safe {safe} approves the hash {hashed.hashes.transaction} with its own
            transaction. Your device shows the hashes of that one, {hashes.transaction}.
          </p>
        </Verdict>
      ))}
      <HashRow name="domain" title="Domain hash" note="chain and Safe" value={shown.domain} />
      <HashRow
        name="message"
        title="Message hash"
        note="what the Safe does"
        value={shown.message}
      />
      <div className={styles.ticks}>
        <Tick isChecked={isCompared} change={compare}>
          My device shows both
        </Tick>
        <Tick isBad isChecked={ticks.isOther} change={(isOther) => setTicks({ ...ticks, isOther })}>
          My device shows something else
        </Tick>
      </div>
      <details className={facts.more}>
        <summary>My device shows one hash</summary>
        <HashRow
          name="transaction"
          title="safeTxHash"
          note="both in one"
          value={shown.transaction}
        />
        <Tick isChecked={isCompared} change={compare}>
          My device shows this safeTxHash
        </Tick>
      </details>
    </>
  )
}

/** A hash in groups of four, as hardware wallets show it. */
export function HashRow(props: {
  readonly name: string
  readonly title: string
  readonly note: string
  readonly value: Hex
}) {
  const { name, title, note, value } = props
  return (
    <div className={styles.hashRow}>
      <h3>
        {title} <small>{note}</small>
      </h3>
      <CopyButton value={value} />
      <p className={styles.groups} data-testid={`hash-${name}`}>
        {groupsOfFour(value).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
          <span key={index}>{group}</span>
        ))}
      </p>
    </div>
  )
}

export function Tick(props: {
  readonly isChecked: boolean
  readonly isBad?: boolean
  readonly change: (isChecked: boolean) => void
  readonly children: ReactNode
}) {
  const { isChecked, isBad = false, change, children } = props
  return (
    <label className={`${styles.tick} ${isBad ? styles.other : ''}`}>
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => change(event.target.checked)}
      />
      {children}
    </label>
  )
}
