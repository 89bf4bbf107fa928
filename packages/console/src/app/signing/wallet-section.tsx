import { type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { HashedPacket, Packet, PacketVerdict } from '@vaultwright/packet'
import { Hash } from '../part/hash.tsx'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'
import { Badge, Verdict } from '../part/verdict.tsx'
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

const rows = [
  ['domain', 'Domain hash'],
  ['message', 'Message hash'],
  ['transaction', 'safeTxHash'],
] as const

/** The facts that the own wallet must show, to be compared by eye. */
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
  return (
    <Section title="2 · Compare with your wallet">
      <div className={parts.card}>
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
        <details className={styles.more}>
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
        {hashed.ok ? (
          <>
            <Terms hashed={hashed} />
            <Hashes hashed={hashed} ticks={ticks} setTicks={setTicks} />
          </>
        ) : (
          <Verdict tone={hashed.problem === null ? 'look' : 'bad'} title="No hashes yet">
            <p>
              {hashed.problem?.shortMessage ??
                `Not known: ${hashed.missing.join(', ')}. Give what is missing, and the hashes appear.`}
            </p>
          </Verdict>
        )}
      </div>
    </Section>
  )
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
  const isRefunded =
    gasPrice > 0n ||
    [gasToken, refundReceiver].some((account) => !isSameAddress(account, zeroAddress))
  return (
    <dl className={styles.terms}>
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
      <dd className={isRefunded ? styles.unusual : ''}>
        {isRefunded
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
      <fieldset className={styles.hashes}>
        <legend>Compare each group with the screen of your device</legend>
        {rows.map(([name, title]) => (
          <div key={name} className={styles.hashRow}>
            <div>
              <h3>{title}</h3>
              <p className={styles.groups} data-testid={`hash-${name}`}>
                {groupsOfFour(shown[name]).map((group, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
                  <span key={index}>{group}</span>
                ))}
              </p>
            </div>
            <label className={styles.tick}>
              <input
                type="checkbox"
                checked={ticks[name] === shown[name]}
                onChange={(event) =>
                  setTicks({ ...ticks, [name]: event.target.checked ? shown[name] : null })
                }
              />
              {title} matches my device
            </label>
          </div>
        ))}
        <label className={`${styles.tick} ${styles.other}`}>
          <input
            type="checkbox"
            checked={ticks.isOther}
            onChange={(event) => setTicks({ ...ticks, isOther: event.target.checked })}
          />
          My device shows something else
        </label>
        <p className={styles.soft}>
          <Badge tone="good">Verified here</Badge> Computed from the packet in this page.
        </p>
      </fieldset>
    </>
  )
}
