import type { GivenEvidence, JudgedTransaction } from '@vaultwright/check'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { FileButton } from '../../part/file-button.tsx'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import parts from '../../part/part.module.css'
import { Failure } from '../../part/state.tsx'
import { TextArea } from '../../part/text/field.tsx'
import { Badge, Verdict } from '../../part/verdict.tsx'
import styles from '../../style/fact.module.css'
import { askEvidence } from '../evidence/ask-evidence.ts'

/** By which accounts the transaction is judged: asked of the service, dropped, or pasted. */
export function EvidenceSection(props: {
  readonly judged: JudgedTransaction
  readonly given: GivenEvidence | null
  readonly take: (text: string, source: string) => void
}) {
  const { judged, given: evidence, take } = props
  const [problem, setProblem] = useState<unknown>(null)
  const [pasted, setPasted] = useState('')
  const [isBusy, setBusy] = useState(false)
  const read = async (text: () => Promise<string>, source: string) => {
    setProblem(null)
    setBusy(true)
    try {
      take(await text(), source)
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  const [vault] = judged.vaults
  return (
    <Section
      title="Against what"
      actions={
        <>
          {isOffline || vault === undefined ? null : (
            <Button
              disabled={isBusy}
              onClick={() => void read(() => askEvidence(vault, judged.needs), 'the service')}
            >
              Ask the service for the accounts
            </Button>
          )}
          <FileButton
            label="Accounts of the vault"
            take={(file) => void read(() => file.text(), file.name)}
          >
            Use a file
          </FileButton>
        </>
      }
    >
      <p className="soft">
        A digest permits a call by the operators that its account stores. Without them nothing can
        be said. They are what the service answers at{' '}
        <code>/v1/vaults/solana/{vault ?? '{vault}'}/permissions</code>, as a file or pasted.
      </p>
      <Failure title="That cannot be used" error={problem} />
      {evidence === null ? (
        <Verdict tone="look" title="No accounts are given yet">
          <p>The digests below cannot be judged.</p>
        </Verdict>
      ) : (
        <div className={`sheet ${parts.card}`}>
          <p className={styles.line}>
            <Badge tone="look">As stated by {evidence.source}</Badge> slot{' '}
            {String(evidence.evidence.snapshot.slot)}, {evidence.evidence.snapshot.accounts.size}{' '}
            accounts of vault <Hash value={evidence.evidence.vault} />
          </p>
          <p className="soft">
            The operators are decoded in this page from the accounts’ bytes. That the accounts are
            on chain is as true as their source: give them from another node to be sure.
          </p>
          {judged.missing.length === 0 ? null : (
            <Verdict tone="look" title="Accounts that would decide are not in it">
              <ul className={styles.plainList}>
                {judged.missing.map((address) => (
                  <li key={address}>
                    <Hash value={address} />
                  </li>
                ))}
              </ul>
            </Verdict>
          )}
        </div>
      )}
      <details className={styles.more}>
        <summary>Paste the accounts</summary>
        <form
          className={parts.question}
          onSubmit={(event) => {
            event.preventDefault()
            void read(async () => pasted, 'pasted text')
          }}
        >
          <TextArea label="Accounts, as JSON" rows={5} value={pasted} change={setPasted} />
          <div>
            <Button type="submit" disabled={pasted.trim() === ''}>
              Use what I pasted
            </Button>
          </div>
        </form>
      </details>
    </Section>
  )
}
