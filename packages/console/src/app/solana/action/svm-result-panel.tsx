import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../part/button.tsx'
import { downloadFile } from '../../part/download.ts'
import { CopyButton, Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Verdict } from '../../part/verdict.tsx'
import { SvmSimulation } from '../../simulation/svm-simulation.tsx'
import styles from '../../style/svm.module.css'
import { InstructionList } from '../part/instruction-list.tsx'
import type { VerifiedSvmBuild } from './build-svm-plan.ts'

/**
 * The result of a build: verified here, simulated by the server, and handed over if it follows from
 * what was asked.
 */
export function SvmResultPanel({ result }: { readonly result: VerifiedSvmBuild }) {
  const { answer, check } = result
  const { judged, problems, notes, isProven } = check
  const warnings = answer.action_api_response.flatMap((report) => report.warnings)
  return (
    <>
      <Section title="4. Result">
        {isProven ? (
          <Verdict tone="good" title="Verified here: it is what you asked for">
            <p>
              This page built the transaction again from the vault’s definition and accounts: every
              byte of the message is the same, and every digest is that of an account which stores
              these operators. The accounts are as stated by the server.
            </p>
          </Verdict>
        ) : (
          <Verdict tone="bad" title="No: do not sign this">
            <p>This page verified what the server built, and it does not hold:</p>
            <ul className={styles.plainList}>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
            <p>There is nothing to hand over.</p>
          </Verdict>
        )}
        {notes.length === 0 ? null : (
          <Verdict tone="look" title="What you should know">
            <ul className={styles.plainList}>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Verdict>
        )}
        {warnings.length === 0 ? null : (
          <Verdict tone="look" title="The service warns">
            <ul className={styles.plainList}>
              {warnings.map(({ code, message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two actions may warn of the same
                <li key={index}>
                  {message} <code>{code}</code>
                </li>
              ))}
            </ul>
          </Verdict>
        )}
        <dl className={styles.facts}>
          <dt>What it does, as the server says</dt>
          <dd>{answer.description}</dd>
          {judged === null ? null : (
            <>
              <dt>Transaction</dt>
              <dd>
                version {judged.version}, {judged.size.toLocaleString('en-US')} bytes in base64{' '}
                <CopyButton value={answer.serialized_transaction_base64} />
              </dd>
              <dt>Fee payer and signer</dt>
              <dd>
                <Hash value={judged.feePayer} />
              </dd>
              <dt>{judged.isNonce ? 'Durable nonce' : 'Blockhash'}</dt>
              <dd>
                {judged.lifetime === null ? 'not known' : <Hash value={judged.lifetime} />}{' '}
                {judged.isNonce ? 'does not expire' : 'expires after about a minute'}
              </dd>
              <dt>Fee at most</dt>
              <dd>{judged.feeText}</dd>
              <dt>Message hash, SHA-256</dt>
              <dd className={styles.large} data-testid="message-hash">
                {judged.messageHash}
              </dd>
            </>
          )}
        </dl>
      </Section>
      {judged === null ? null : <InstructionList title="Instructions" judged={judged} />}
      <Section title="5. Simulation">
        {isProven ? (
          <SvmSimulation answer={answer} />
        ) : (
          <p>What the server simulated is not shown: it is not what you asked for.</p>
        )}
      </Section>
      <Section title="6. Hand over">
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
      const { packetLinkOf } = await import('../../part/packet-link.ts')
      return packetLinkOf(base64, `${location.origin}/console/sign`)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <p className={styles.soft}>
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
