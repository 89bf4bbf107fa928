import { useState } from 'react'
import { Sentence } from '../../part/band/sentence.tsx'
import { CopyButton, Hash } from '../../part/hash.tsx'
import { Failure } from '../../part/state.tsx'
import { Term } from '../../part/text/term.tsx'
import { Verdict } from '../../part/verdict.tsx'
import type { AnnouncedWallet } from '../../part/wallet/wallet.ts'
import { WalletAct } from '../../part/wallet/wallet-act.tsx'
import facts from '../../style/fact.module.css'
import type { SignerLink } from './signer-link.ts'

/** The end of a transaction that a wallet sent, as the wallet's node tells it. */
type Sent = {
  readonly hash: string
  /** Null while it is not in a block. */
  readonly text: string | null
  readonly isGood: boolean
  readonly error: unknown
}

/** Sends a batch from the strategist's own account, and follows it by its hash. */
export function SendSheet({ signerLink }: { readonly signerLink: SignerLink }) {
  const { handOver, maker, batch } = signerLink
  const { place, calldata, description } = handOver
  const { manager, strategist, chain, chainId } = place
  const [sent, setSent] = useState<Sent | null>(null)
  const send = async (wallet: AnnouncedWallet) => {
    const { followSent, sendByWallet } = await import('../../part/wallet/send-call.ts')
    const call = { from: strategist, to: manager, data: calldata, chainId: chainId ?? 0 }
    const hash = await sendByWallet(wallet, call)
    const begun = { hash, text: null, isGood: false, error: null }
    setSent(begun)
    followSent(wallet, call, hash).then(
      (end) => setSent({ ...begun, ...end }),
      (error: unknown) => setSent({ ...begun, error }),
    )
  }
  return (
    <div className={facts.list}>
      <p>
        <strong>
          <Sentence text={description} />
        </strong>
      </p>
      <dl className={`sheet ${facts.facts}`}>
        <Term name="From, the strategist">
          <Hash value={strategist} />
        </Term>
        <Term name="To, the Manager">
          <Hash value={manager} />
        </Term>
        <Term name="Chain">
          {chain}, id {chainId ?? 'not known'}
        </Term>
        <Term name="Calldata">
          {calldata.length / 2 - 1} bytes, {calldata.slice(0, 18)}…{calldata.slice(-8)}{' '}
          <CopyButton value={calldata} />
        </Term>
        <Term name="Content hash">
          <Hash value={maker.packetHashOf(batch)} />
        </Term>
      </dl>
      {sent === null ? (
        <WalletAct action="Send" isReady={chainId !== null} work={send} />
      ) : (
        <>
          <Verdict
            {...(sent.text === null ? {} : { tone: sent.isGood ? 'good' : 'bad' })}
            title={sent.text ?? 'Sent. It waits for a block.'}
          >
            <p>
              <Hash value={sent.hash} />
            </p>
          </Verdict>
          <Failure title="It is not followed any further" error={sent.error} />
        </>
      )}
    </div>
  )
}
