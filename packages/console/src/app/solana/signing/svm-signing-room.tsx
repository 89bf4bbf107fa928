import {
  assertTransaction,
  type GivenEvidence,
  type JudgedTransaction,
  judgeTransaction,
  parseEvidence,
} from '@vaultwright/check'
import { useEffect, useMemo, useState } from 'react'
import styles from '../../style/fact.module.css'
import { InstructionList } from '../part/instruction-list.tsx'
import { EvidenceSection } from './evidence-section.tsx'
import { SvmBand, SvmWhySection } from './svm-band.tsx'
import { TransactionSection } from './transaction-section.tsx'

/**
 * The room in which a transaction of Solana is read before it is signed; the reason goes back when
 * it cannot be read.
 */
export function SvmSigningRoom(props: {
  readonly base64: string
  readonly source: string
  readonly refuse: (error: unknown) => void
}) {
  const { base64, source, refuse } = props
  const problem = useMemo(() => {
    try {
      assertTransaction(base64)
      return null
    } catch (error) {
      return { error }
    }
  }, [base64])
  useEffect(() => {
    if (problem !== null) refuse(problem.error)
  }, [problem, refuse])
  return problem === null ? <OpenRoom base64={base64} source={source} /> : null
}

/** The room: the answer first, then everything that it rests on. */
function OpenRoom({ base64, source }: { readonly base64: string; readonly source: string }) {
  const [evidence, setGiven] = useState<GivenEvidence | null>(null)
  const [comparedHash, setCompared] = useState<string | null>(null)
  const judged: JudgedTransaction = useMemo(
    () => judgeTransaction(base64, { evidence: evidence?.evidence ?? null, comparedHash }),
    [base64, evidence, comparedHash],
  )
  const take = (text: string, from: string) =>
    setGiven({ evidence: parseEvidence(text), source: from })
  return (
    <div className={styles.room} data-focus>
      <SvmBand judged={judged} />
      <TransactionSection
        judged={judged}
        base64={base64}
        source={source}
        isCompared={comparedHash === judged.messageHash}
        setCompared={(isCompared) => setCompared(isCompared ? judged.messageHash : null)}
      />
      <EvidenceSection judged={judged} given={evidence} take={take} />
      <InstructionList title="Instructions" judged={judged} />
      <SvmWhySection judged={judged} />
    </div>
  )
}
