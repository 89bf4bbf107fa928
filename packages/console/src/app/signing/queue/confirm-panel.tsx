import { useQueryClient } from '@tanstack/react-query'
import { isSameAddress } from '@vaultwright/base'
import { useMemo, useState } from 'react'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import parts from '../../part/part.module.css'
import type { SentEnd } from '../../part/wallet/send-call.ts'
import type { AnnouncedWallet } from '../../part/wallet/wallet.ts'
import { WalletAct } from '../../part/wallet/wallet-act.tsx'
import { useSession } from '../../session/session.ts'
import { sessionClient } from '../../session/session-client.ts'
import signing from '../signing.module.css'
import { HashRow, SignerTick } from '../wallet-section.tsx'
import { isConfirmable } from './entry-text.ts'
import { ExecutePanel } from './execute-panel.tsx'
import type { OpenEntry, OpenQueue } from './open-queue.ts'
import styles from './queue.module.css'
import { type SafeOfVault, safeQueueQuery } from './queue-data.ts'

type ConfirmProps = {
  readonly entry: OpenEntry
  readonly queue: OpenQueue
  readonly place: SafeOfVault
  /** The end of an execution by a wallet of this page; null before one. */
  readonly end: SentEnd | null
  readonly setEnd: (end: SentEnd) => void
}

/** The hashes to compare, who signed, and the button that asks a wallet for one more signature. */
export function ConfirmPanel(props: ConfirmProps) {
  const { entry } = props
  const { hashed } = entry.verdict
  const isNo = entry.answer.verdict.answer === 'no'
  return (
    <Section title={isNo ? 'If your device shows these, reject there' : 'Compare with your device'}>
      <div className={`sheet ${parts.card} ${signing.compare}`}>
        {hashed.ok ? (
          <>
            <HashRow
              name="domain"
              title="Domain hash"
              note="chain and Safe"
              value={hashed.shown.domain}
            />
            <HashRow
              name="message"
              title="Message hash"
              note="what the Safe does"
              value={hashed.shown.message}
            />
            <HashRow
              name="transaction"
              title="safeTxHash"
              note="both in one"
              value={hashed.shown.transaction}
            />
          </>
        ) : null}
        <Confirmation {...props} />
      </div>
    </Section>
  )
}

function Confirmation(props: ConfirmProps) {
  const { entry, queue, place } = props
  const { verified, served } = entry
  const { hash, signatures } = verified
  const queries = useQueryClient()
  const session = useSession()
  const [comparedHash, setComparedHash] = useState<string | null>(null)
  const isCompared = comparedHash === hash
  const isWriter = session?.user.role !== 'viewer'
  const isSigned = signatures.length >= queue.safe.account.threshold
  const link = served?.link ?? null
  const confirm = useMemo(
    () => async (wallet: AnnouncedWallet) => {
      const { signByWallet } = await import('../../part/wallet/sign-entry.ts')
      const { transaction } = verified.entry
      const signers = signatures.map(({ owner }) => owner)
      const { account } = queue.safe
      const permitted = { accounts: account.owners, name: 'an owner' }
      const task = { transaction, account, permitted, signers }
      const { signature } = await signByWallet(wallet, task)
      const { chain, safe } = place
      await sessionClient().confirmSafeTransaction({ chain, safe, safe_tx_hash: hash, signature })
      await queries.invalidateQueries({ queryKey: safeQueueQuery(place).queryKey })
    },
    [verified, signatures, hash, queue, place, queries],
  )
  const safeLink =
    link === null ? null : (
      <a href={link} target="_blank" rel="noreferrer">
        {isSigned ? 'Execute in Safe{Wallet}' : 'Open in Safe{Wallet}'}
      </a>
    )
  if (isSigned) return <ExecutePanel {...props}>{safeLink}</ExecutePanel>
  if (!isConfirmable(entry)) {
    const isNo = entry.answer.verdict.answer === 'no'
    return (
      <p>
        {isNo
          ? 'No signature is asked for: the answer is No.'
          : 'No signature is asked for before the open checks are closed.'}
      </p>
    )
  }
  if (!isWriter) return <p>Your role reads. A strategist sends confirmations.</p>
  return (
    <>
      <SignerTick
        isChecked={isCompared}
        change={(isTicked) => setComparedHash(isTicked ? hash : null)}
      >
        I compared the hashes
      </SignerTick>
      <WalletAct key={hash} action="Confirm with wallet" isReady={isCompared} work={confirm}>
        {safeLink}
      </WalletAct>
    </>
  )
}

/** The owners, and which of them signed by a signature that holds. */
export function OwnerSection(props: { readonly entry: OpenEntry; readonly queue: OpenQueue }) {
  const { entry, queue } = props
  const { signatures, refusals } = entry.verified
  return (
    <Section title="Who signed">
      <div className={`sheet ${parts.card}`}>
        <ul className={styles.owners} aria-label="Owners of the Safe">
          {queue.safe.account.owners.map((owner) => (
            <li key={owner}>
              <Hash value={owner} short />
              {signatures.some((signed) => isSameAddress(signed.owner, owner)) ? (
                <strong>signed, verified here</strong>
              ) : (
                <span>has not signed</span>
              )}
            </li>
          ))}
        </ul>
        {refusals.map(({ code, message }) => (
          <p key={code + message}>{message}</p>
        ))}
      </div>
    </Section>
  )
}
