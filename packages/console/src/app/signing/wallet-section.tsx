import { type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { HashedPacket, Packet, PacketVerdict } from '@vaultwright/packet'
import { type ReactNode, useState } from 'react'
import { shortAccount } from '../part/band/sentence.tsx'
import { CopyButton, Hash } from '../part/hash.tsx'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'
import { SelectField, TextField, Tick } from '../part/text/field.tsx'
import { Term } from '../part/text/term.tsx'
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
  const setOuter = (changes: Partial<WalletForm['outer']>) =>
    set({ outer: { ...form.outer, ...changes } })
  const textOf = (name: 'safe' | 'chainId' | 'nonce' | 'to', label: string) => ({
    label,
    value: form[name],
    change: (text: string) => set({ [name]: text }),
    problem: wallet.problems[name],
    isMono: true,
  })
  const outerTextOf = (name: 'safe' | 'nonce', label: string) => ({
    label,
    value: form.outer[name],
    change: (text: string) => setOuter({ [name]: text }),
    problem: wallet.problems[`outer.${name}`],
    isMono: true,
  })
  const isBare = packet.call.data !== '0x' && packet.call.to === null
  const isRejected = verdict.answer === 'no'
  // Fields that the signer fills stay open while they are filled.
  const [isOpen] = useState(!hashed.ok)
  return (
    <Section
      title={isRejected ? 'If your device shows these, reject there' : 'Compare with your device'}
    >
      <div className={`sheet ${parts.card} ${styles.compare}`}>
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
            <TextField {...textOf('safe', 'Safe')} className={styles.wideField} />
            <TextField {...textOf('chainId', 'Chain id')} />
            <SelectField {...versionOf('Version of the Safe', form, set)} />
            <TextField {...textOf('nonce', 'Nonce')} />
            {isBare ? (
              <TextField {...textOf('to', 'Account that is called')} className={styles.wideField} />
            ) : null}
          </div>
          <details className={facts.more}>
            <summary>The Safe is owned by another Safe, and I sign for that one</summary>
            <div className={styles.fields}>
              <TextField {...outerTextOf('safe', 'Outer Safe')} className={styles.wideField} />
              <SelectField {...versionOf('Version of the outer Safe', form.outer, setOuter)} />
              <TextField {...outerTextOf('nonce', 'Nonce of the outer Safe')} />
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

function versionOf(
  label: string,
  { version }: { readonly version: string },
  set: (changes: { readonly version: string }) => void,
) {
  const options = safeVersions.map((each) => [each, each] as const)
  return {
    label,
    value: version,
    change: (next: string) => set({ version: next }),
    options: [['', 'not known'] as const, ...options],
  }
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

/** The fields that decide, each of its own; large where they are not ordinary. */
function Terms({ hashed }: { readonly hashed: HashedPacket }) {
  const { transaction, packetNonce } = hashed
  const { gasPrice, gasToken, refundReceiver } = transaction
  const isDelegate = transaction.operation === 'delegatecall'
  return (
    <dl className={facts.terms}>
      <Term name="To">
        <Hash value={transaction.to} />
      </Term>
      <dt>Operation</dt>
      <dd className={isDelegate ? facts.unusual : ''}>
        {isDelegate ? '1 · DELEGATE CALL: runs foreign code as the Safe' : '0 · call'}
      </dd>
      <dt>Value</dt>
      <dd className={transaction.value > 0n ? facts.unusual : ''}>
        {String(transaction.value)} wei
      </dd>
      <dt>Nonce</dt>
      <dd
        className={packetNonce !== null && packetNonce !== transaction.nonce ? facts.unusual : ''}
      >
        {String(transaction.nonce)}
        {packetNonce === null ? ' · yours: the packet has none' : null}
        {packetNonce !== null && packetNonce !== transaction.nonce
          ? ` · the packet has ${packetNonce}`
          : null}
      </dd>
      <dt>Gas refund</dt>
      <dd className={isRefunded(transaction) ? facts.unusual : ''}>
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
        <SignerTick isChecked={isCompared} change={compare}>
          My device shows both
        </SignerTick>
        <SignerTick
          isBad
          isChecked={ticks.isOther}
          change={(isOther) => setTicks({ ...ticks, isOther })}
        >
          My device shows something else
        </SignerTick>
      </div>
      <details className={facts.more}>
        <summary>My device shows one hash</summary>
        <HashRow
          name="transaction"
          title="safeTxHash"
          note="both in one"
          value={shown.transaction}
        />
        <SignerTick isChecked={isCompared} change={compare}>
          My device shows this safeTxHash
        </SignerTick>
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

/** A tick of the signer; a bad one says that the device differs. */
export function SignerTick(props: {
  readonly isChecked: boolean
  readonly isBad?: boolean
  readonly change: (isChecked: boolean) => void
  readonly children: ReactNode
}) {
  const { isChecked, isBad = false, change, children } = props
  return (
    <Tick
      className={`${styles.tick} ${isBad ? styles.other : ''}`}
      isTicked={isChecked}
      change={change}
    >
      {children}
    </Tick>
  )
}
