import { escapeInvisible } from '@vaultwright/base'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { Badge } from '../part/verdict.tsx'
import styles from './signing.module.css'
import {
  askSimulation,
  type ServedSimulation,
  type SimulationQuestion,
} from './simulation-question.ts'

/** What the service says that the batch would do. It is asked on request alone, and decides nothing. */
export function SimulationSection({ question }: { readonly question: SimulationQuestion }) {
  const [answer, setAnswer] = useState<ServedSimulation | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    setProblem(null)
    try {
      setAnswer(await askSimulation(question))
    } catch (error) {
      setProblem(error)
    }
    setAsking(false)
  }
  return (
    <Section title="5 · Simulation">
      <div className={parts.card}>
        <p className={styles.soft}>
          This server can simulate the batch. The calldata goes to it when you ask, and its answer
          is not part of the verdict.
        </p>
        <div className={parts.actions}>
          <Button disabled={isAsking} onClick={() => void ask()}>
            {isAsking ? 'Simulating…' : 'Simulate with this server'}
          </Button>
        </div>
        {problem === null ? null : <Failure title="No simulation" error={problem} />}
        {answer === null ? null : (
          <p role="status">
            <Badge>stated by the server</Badge> {escapeInvisible(answer.message)}{' '}
            {answer.link === null ? null : (
              <a href={answer.link} target="_blank" rel="noreferrer">
                Balances, transfers and approvals
              </a>
            )}
          </p>
        )}
      </div>
    </Section>
  )
}
