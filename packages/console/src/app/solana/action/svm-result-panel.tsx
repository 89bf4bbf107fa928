import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Button } from '../../part/button.tsx'
import { downloadFile } from '../../part/download.ts'
import { CopyButton, Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Loading } from '../../part/state.tsx'
import { Term } from '../../part/text/term.tsx'
import { SvmSimulation } from '../../simulation/svm-simulation.tsx'
import styles from '../../style/fact.module.css'
import { InstructionList } from '../part/instruction-list.tsx'
import type { VerifiedSvmBuild } from './build-svm-plan.ts'

const SvmBuiltBand = lazy(async () => ({
  default: (await import('./svm-built-band.tsx')).SvmBuiltBand,
}))

/** The result of a build: verified here, simulated by the server, and handed over if it follows from what was asked. */
export function SvmResultPanel({ result }: { readonly result: VerifiedSvmBuild }) {
  const { answer, check } = result
  const { judged, isProven } = check
  return (
    <>
      <Suspense fallback={<Loading what="what was built" />}>
        <SvmBuiltBand check={check} answer={answer} />
      </Suspense>
      <Section title="The transaction">
        <dl className={`sheet ${styles.facts}`}>
          {judged === null ? null : (
            <>
              <Term name="Transaction">
                version {judged.version}, {judged.size.toLocaleString('en-US')} bytes in base64{' '}
                <CopyButton value={answer.serialized_transaction_base64} />
              </Term>
              <Term name="Fee payer and signer">
                <Hash value={judged.feePayer} />
              </Term>
              <Term name={judged.isNonce ? 'Durable nonce' : 'Blockhash'}>
                {judged.lifetime === null ? 'not known' : <Hash value={judged.lifetime} />}{' '}
                {judged.isNonce ? 'does not expire' : 'expires after about a minute'}
              </Term>
              <Term name="Fee at most">{judged.feeText}</Term>
              <dt>Message hash, SHA-256</dt>
              <dd className={styles.large} data-testid="message-hash">
                {judged.messageHash}
              </dd>
            </>
          )}
        </dl>
      </Section>
      {judged === null ? null : <InstructionList title="Instructions" judged={judged} />}
      <Section title="Simulation">
        {isProven ? (
          <SvmSimulation answer={answer} />
        ) : (
          <p>What the server simulated is not shown: it is not what you asked for.</p>
        )}
      </Section>
      <Section title="Hand over">
        {isProven ? (
          <HandOver base64={answer.serialized_transaction_base64} />
        ) : (
          <p>Nothing is handed over: the transaction does not follow from what you asked for.</p>
        )}
      </Section>
    </>
  )
}

function HandOver({ base64 }: { readonly base64: string }) {
  const link = useQuery({
    queryKey: ['svm-packet-link', base64],
    queryFn: async () => {
      const { packetLinkOf } = await import('../../part/link/packet-link.ts')
      return packetLinkOf(base64, `${location.origin}/console/sign`)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <p className="soft">
        Nothing is signed here. The strategist signs it, or a multisig proposes its instructions.
      </p>
      <p className={styles.line}>
        <Button onClick={() => downloadFile('transaction.base64.txt', `${base64}\n`)}>
          Download the transaction
        </Button>
        {link.data == null ? (
          <Link to="/sign">The signing room takes the file</Link>
        ) : (
          <a href={link.data} target="_blank" rel="noreferrer">
            Open in the signing room
          </a>
        )}
      </p>
    </>
  )
}
