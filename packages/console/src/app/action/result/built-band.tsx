import {
  type ActingStrategist,
  type AnswerVerdict,
  type BuiltCheck,
  builtAnswer,
  checkRecord,
  unitsOfRun,
} from '@vaultwright/check'
import { callContextOf } from '@vaultwright/protocols'
import { joinUnits } from '@vaultwright/registry'
import type { ExecuteMultipleResponse, SimulationPage } from '@vaultwright/wire'
import { type ReactNode, useMemo } from 'react'
import { AnswerBand, type BandSeal } from '../../part/band/answer-band.tsx'
import { flowFactsOf } from '../../part/band/flow-facts.tsx'
import { PlaceMeta } from '../../part/band/place-meta.tsx'
import { ReasonSection } from '../../part/band/reason-list.tsx'
import { useNamed } from '../../session/book/use-book.ts'

/** Is it ready to hand over? */
export function BuiltBand(props: {
  readonly place: ActingStrategist
  readonly answer: ExecuteMultipleResponse
  readonly check: BuiltCheck
  /** The simulation that the service keeps; null without one. */
  readonly page: SimulationPage | null
  /** The acts of a build that is not a No; null where nothing is handed over. */
  readonly act: ReactNode
  /** The repair; null where none is needed. */
  readonly children: ReactNode
}) {
  const { place, answer, check, page, act, children } = props
  const { chainId, vault, vaultName } = place
  const recorded = useMemo(() => {
    const registry = callContextOf(chainId, vault)
    const [run] = page?.seen ?? []
    return run === undefined
      ? registry
      : { ...registry, units: joinUnits(registry.units, unitsOfRun(run)) }
  }, [chainId, vault, page])
  const context = useNamed(recorded, chainId)
  const result = useMemo(
    () => builtAnswer({ check, answer, page }, context),
    [check, answer, page, context],
  )
  const { answer: word, reasons } = result.verdict
  const acts = word === 'no' ? children : act
  return (
    <>
      <AnswerBand
        question="Is it ready to hand over?"
        verdict={result.verdict}
        condition={conditionOf(reasons, word)}
        meta={
          <PlaceMeta chainId={chainId} vault={vault} names={context.names} vaultName={vaultName} />
        }
        lines={result.lines}
        facts={flowFactsOf(result, context)}
        seals={sealsOf(check, page)}
        contentHash={check.contentHash}
        isArriving
        {...(acts == null ? {} : { acts })}
      />
      <ReasonSection reasons={reasons} />
    </>
  )
}

function conditionOf(
  reasons: readonly { readonly code: string; readonly weight: string }[],
  answer: AnswerVerdict['answer'],
): string {
  if (answer === 'conditional') return 'each amber line is so, and is meant'
  if (answer === 'yes') return 'proven here, and what you asked for'
  if (answer === 'no')
    return reasons.some(({ code, weight }) => weight === 'no' && code !== 'would_fail')
      ? 'Do not sign this'
      : 'It would fail'
  const open = reasons.filter(({ weight }) => weight === 'open').length
  return open === 1 ? '1 check is missing' : `${open} checks are missing`
}

function sealsOf(
  { calls, isProven, uncompared }: BuiltCheck,
  page: SimulationPage | null,
): readonly BandSeal[] {
  const proven = calls.filter(({ verdict }) => verdict.verdict === 'proven').length
  const isSimulated = page?.status === true && checkRecord(page).verdict.answer !== 'no'
  return [
    { text: `${proven} of ${calls.length} calls proven`, isOpen: proven < calls.length },
    isProven && uncompared.length === 0
      ? { text: 'what you asked for', isOpen: false }
      : { text: 'not all compared with your request', isOpen: true },
    isSimulated
      ? { text: 'simulated by the service', isOpen: false }
      : { text: 'no simulation succeeds', isOpen: true },
  ]
}
