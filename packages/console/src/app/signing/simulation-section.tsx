import { escapeInvisible } from '@vaultwright/base'
import { type ReactNode, useState } from 'react'
import { Button } from '../part/button.tsx'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { Badge } from '../part/verdict.tsx'
import {
  askSimulation,
  type ServedSimulation,
  type SimulationQuestion,
  simulationIdIn,
} from './question/simulation-question.ts'
import styles from './signing.module.css'

/** The effect of the packet: run again in this page, and as a server states it. */
export function SimulationSection(props: {
  /** Nothing was simulated, and a printed page has nothing to show. */
  readonly isEmpty: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={props.isEmpty ? styles.question : ''}>
      <Section title="Simulation">{props.children}</Section>
    </div>
  )
}

/** The service's statement of the batch's effect. It is requested by hand alone, and decides nothing. */
export function ServedCard(props: {
  readonly question: SimulationQuestion
  /** Hears under which name the service keeps the simulation. */
  readonly onKept: (simulationId: string) => void
}) {
  const { question, onKept } = props
  const [answer, setAnswer] = useState<ServedSimulation | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    setProblem(null)
    try {
      const served = await askSimulation(question)
      setAnswer(served)
      if (served.link !== null) onKept(simulationIdIn(served.link))
    } catch (error) {
      setProblem(error)
    }
    setAsking(false)
  }
  return (
    <div className={`sheet ${parts.card}`}>
      <p className="soft">
        This server can simulate the batch. The calldata goes to it when you ask, and its answer is
        not part of the verdict. A witness that it keeps can be run again above.
      </p>
      <div className={`${parts.actions} ${styles.question}`}>
        <Button disabled={isAsking} onClick={() => void ask()}>
          {isAsking ? 'Simulating…' : 'Simulate with this server'}
        </Button>
      </div>
      <Failure title="No simulation" error={problem} />
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
  )
}
